/** Cursors and selections of other people, in their colours. Names show on hover and for two seconds after a move. */
import { type Editor, Extension } from "@tiptap/core";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Mapping, type Step, type StepMap } from "@tiptap/pm/transform";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import type { CaretEvent } from "../../../server/contracts/collaboration-api.ts";
import type { PersonView } from "../../../server/contracts/editor-api.ts";
import { isRemote, readSelection, unconfirmedSteps } from "../article/own-steps.ts";
import type { ArticleTab } from "../client/article-session.ts";
import type { Readable } from "../ui/lib/store.ts";
import { nameOf, type PresenceState } from "./presence.ts";
import type { SharedDocument } from "./shared-document.ts";

/** ms between two messages with this tab's cursor. */
const SEND_MS = 150;
const NAME_MS = 2_000;
const COLORS = 8;

/** The hue of a person's colour in degrees, for collaboration.css. */
export const hueOf = ({ color }: { color: number }): number => (color % COLORS) * (360 / COLORS);

/** Maximum number of stored step maps, for cursors that were sent before these steps. */
const MAX_MAPS = 200;

interface Caret {
  client: string;
  name: string;
  color: number;
  anchor: number;
  head: number;
  movedAt: number;
}

const key = new PluginKey<readonly Caret[]>("carets");

function caretElement({ name, color, movedAt }: Caret): HTMLElement {
  const caret = document.createElement("span");
  caret.className = "carets-caret";
  caret.style.setProperty("--hue", String(hueOf({ color })));
  if (Date.now() - movedAt < NAME_MS) caret.dataset.moved = "";
  // Screen readers hear who joins and leaves, not each letter.
  caret.ariaHidden = "true";
  // An attribute, because text would be copied and counted with the article.
  caret.dataset.name = name;
  return caret;
}

export const Carets = Extension.create({
  name: "carets",
  addProseMirrorPlugins: () => [
    new Plugin<readonly Caret[]>({
      key,
      state: {
        init: () => [],
        apply(tr, carets) {
          const next: readonly Caret[] | undefined = tr.getMeta(key);
          if (next !== undefined) return next;
          if (!tr.docChanged || carets.length === 0) return carets;
          // A person's own text moves their cursor forward; text of this tab does not.
          const bias = isRemote(tr) ? 1 : -1;
          return carets.map((caret) => ({
            ...caret,
            anchor: tr.mapping.map(caret.anchor, bias),
            head: tr.mapping.map(caret.head, bias),
          }));
        },
      },
      props: {
        decorations(state) {
          const carets = key.getState(state) ?? [];
          if (carets.length === 0) return null;
          const { size } = state.doc.content;
          return DecorationSet.create(
            state.doc,
            carets.flatMap((caret) => {
              const [anchor, head] = [Math.min(caret.anchor, size), Math.min(caret.head, size)];
              const element = Decoration.widget(head, () => caretElement(caret), {
                key: `${caret.client}.${caret.movedAt}.${caret.name}`,
                side: 1,
                ignoreSelection: true,
              });
              if (anchor === head) return [element];
              const [from, to] = [Math.min(anchor, head), Math.max(anchor, head)];
              const style = `--hue: ${hueOf(caret)}`;
              return [element, Decoration.inline(from, to, { class: "carets-selection", style })];
            }),
          );
        },
      },
    }),
  ],
});

export function createCarets(
  { api, clientId, schedule }: Pick<ArticleTab, "api" | "clientId" | "schedule">,
  editor: Editor,
  shared: SharedDocument,
  people: Readable<Pick<PresenceState, "others">>,
  author: () => string,
) {
  /** Maps of confirmed steps; `mappedTo` is the room's step number after the last. */
  let maps: StepMap[] = [];
  let mappedTo = 0;
  let isDue = false;
  let cancelFade = () => {};

  const show = (carets: readonly Caret[]) => {
    readSelection(editor.view);
    editor.view.dispatch(editor.state.tr.setMeta(key, carets));
  };
  const present = (): readonly Caret[] => key.getState(editor.state) ?? [];

  function place(event: CaretEvent): void {
    const person = people.get().others.find(({ client_id }) => client_id === event.client_id);
    const rest = present().filter(({ client }) => client !== event.client_id);
    if (event.selection === null || person === undefined) {
      show(rest);
      return;
    }
    if (event.epoch !== shared.epoch()) return;
    // Steps precede the cursors that refer to them, unless this tab is catching up.
    const since = shared.n() - event.n;
    if (since < 0 || since > maps.length) return;
    const own = unconfirmedSteps(editor.state).map((step) => step.getMap());
    const mapping = new Mapping([...maps.slice(maps.length - since), ...own]);
    const { size } = editor.state.doc.content;
    const at = (position: number) => Math.min(mapping.map(position, -1), size);
    const { anchor, head } = event.selection;
    show([
      ...rest,
      {
        client: event.client_id,
        name: nameOf(person, author()),
        color: person.color,
        anchor: at(anchor),
        head: at(head),
        movedAt: Date.now(),
      },
    ]);
    cancelFade();
    cancelFade = schedule(NAME_MS, () => show(present()));
  }

  /** Sends the cursor's position in the confirmed document. */
  function sendSoon(): void {
    if (isDue || !shared.state.get().shared || people.get().others.length === 0) return;
    isDue = true;
    schedule(SEND_MS, () => {
      isDue = false;
      const epoch = shared.epoch();
      if (epoch === null) return;
      const back = new Mapping(unconfirmedSteps(editor.state).map((step) => step.getMap())).invert();
      const { anchor, head } = editor.state.selection;
      const selection = editor.isFocused ? { anchor: back.map(anchor), head: back.map(head) } : null;
      // After a failure, the next move sends it.
      api.moveCaret(clientId, { epoch, n: shared.n(), selection }).catch(() => undefined);
    });
  }

  editor.on("transaction", ({ transaction }) => {
    if (transaction.selectionSet || (transaction.docChanged && !isRemote(transaction))) sendSoon();
  });
  editor.on("focus", sendSoon);
  editor.on("blur", sendSoon);
  people.subscribe(() => {
    const { others } = people.get();
    const left = present().filter(({ client }) => others.some(({ client_id }) => client_id === client));
    if (left.length < present().length) show(left);
    sendSoon();
  });

  return {
    apply(event: CaretEvent): void {
      if (event.client_id !== clientId) place(event);
    },
    /** Records the maps of received steps. @param n the room's step number after them */
    confirmed(steps: readonly Step[], n: number): void {
      const stepMaps = steps.map((step) => step.getMap());
      maps = mappedTo + stepMaps.length === n ? [...maps, ...stepMaps].slice(-MAX_MAPS) : [...stepMaps];
      mappedTo = n;
    },
    /** Scrolls to a person's cursor if it is known. */
    goTo(person: Pick<PersonView, "client_id">): void {
      const caret = present().find(({ client }) => client === person.client_id);
      if (caret === undefined) return;
      const { node } = editor.view.domAtPos(caret.head);
      (node instanceof Element ? node : node.parentElement)?.scrollIntoView({ block: "center" });
      show(present().map((each) => (each === caret ? { ...each, movedAt: Date.now() } : each)));
    },
  };
}
