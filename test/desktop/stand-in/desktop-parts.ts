/** The parts of Electron that touch the person's desktop. They keep what they were told; nothing appears anywhere. */
import { EventEmitter } from "node:events";
import fs from "node:fs";

export const shell = {
  openExternal: async (url: string) => void process.stderr.write(`stand-in: opened ${url} in the browser\n`),
  async openPath(file: string): Promise<string> {
    process.stderr.write(`stand-in: opened ${file}\n`);
    return fs.existsSync(file) ? "" : "There is no such file";
  },
  showItemInFolder: (file: string) => void process.stderr.write(`stand-in: showed ${file} in its folder\n`),
};

export const dialog = {
  showErrorBox: (title: string, content: string) => void process.stderr.write(`stand-in: ${title}: ${content}\n`),
  async showMessageBox(options: { message: string }): Promise<{ response: number; checkboxChecked: boolean }> {
    process.stderr.write(`stand-in: ${options.message}\n`);
    return { response: 0, checkboxChecked: false };
  },
  showSaveDialog: async () => ({ canceled: true, filePath: "" }),
  showOpenDialog: async () => ({ canceled: true, filePaths: [] as string[] }),
};

let copied = "";
export const clipboard = {
  writeText(text: string): void {
    copied = text;
  },
  readText: () => copied,
};

export const powerMonitor = new EventEmitter();
