/** The system's dialogs for choosing files and folders. */
import { type BrowserWindow, dialog, type OpenDialogOptions } from 'electron';

const images = ['jpg', 'jpeg', 'png', 'webp', 'bmp', 'tif', 'tiff', 'heic', 'heif', 'avif', 'gif'];
const imageFilters = [
  { name: 'Photographs', extensions: images },
  { name: 'All files', extensions: ['*'] },
];

async function choose(window: BrowserWindow, options: OpenDialogOptions): Promise<string[]> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, options);
  return canceled ? [] : filePaths;
}

export interface Dialogs {
  chooseImages(): Promise<string[]>;
  chooseImage(): Promise<string | null>;
  chooseFolder(title: string, start: string | null): Promise<string | null>;
}

export function openDialogs(window: () => BrowserWindow): Dialogs {
  return {
    chooseImages: () =>
      choose(window(), {
        title: 'Choose photographs',
        properties: ['openFile', 'multiSelections'],
        filters: imageFilters,
      }),
    chooseImage: async () =>
      (await choose(window(), { title: 'Choose a photograph', properties: ['openFile'], filters: imageFilters }))[0] ??
      null,
    chooseFolder: async (title, start) =>
      (
        await choose(window(), {
          title,
          properties: ['openDirectory', 'createDirectory'],
          ...(start ? { defaultPath: start } : {}),
        })
      )[0] ?? null,
  };
}
