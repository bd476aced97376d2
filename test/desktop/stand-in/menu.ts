/** `electron.Menu` and its items, for specs to read and click. Roles have no effect. */

interface Template {
  id?: string;
  label?: string;
  role?: string;
  type?: string;
  accelerator?: string;
  checked?: boolean;
  enabled?: boolean;
  click?: (item: MenuItem, window: undefined, event: object) => void;
  submenu?: Template[];
}

export class MenuItem {
  readonly id: string;
  readonly type: string;
  readonly role: string | undefined;
  readonly accelerator: string | undefined;
  readonly submenu: Menu | undefined;
  readonly click: () => void;
  label: string;
  checked: boolean;
  enabled: boolean;

  constructor(template: Template) {
    const { id = "", label = "", role, accelerator, submenu, checked = false, enabled = true } = template;
    this.id = id;
    this.label = label;
    this.role = role?.toLowerCase();
    this.accelerator = accelerator;
    this.type = template.type ?? (submenu === undefined ? "normal" : "submenu");
    this.submenu = submenu && Menu.buildFromTemplate(submenu);
    this.checked = checked;
    this.enabled = enabled;
    this.click = () => {
      if (!this.enabled) return;
      if (this.type === "checkbox") this.checked = !this.checked;
      template.click?.(this, undefined, {});
    };
  }
}

export class Menu {
  static #applicationMenu: Menu | null = null;
  readonly items: MenuItem[] = [];
  /** Shows nothing. Specs replace it to record menus. */
  popup(): void {}
  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }
  static buildFromTemplate(template: Template[]): Menu {
    const menu = new Menu();
    menu.items.push(...template.map((each) => new MenuItem(each)));
    return menu;
  }
  static setApplicationMenu(menu: Menu | null): void {
    Menu.#applicationMenu = menu;
  }
  static getApplicationMenu(): Menu | null {
    return Menu.#applicationMenu;
  }
}
