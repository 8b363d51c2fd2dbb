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
  chooseCertificates(): Promise<string | null>;
  confirm(question: { readonly message: string; readonly detail: string; readonly button: string }): Promise<boolean>;
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
    chooseCertificates: async () =>
      (
        await choose(window(), {
          title: 'Choose certificates',
          properties: ['openFile'],
          filters: [
            { name: 'Certificates', extensions: ['pem', 'crt', 'cer'] },
            { name: 'All files', extensions: ['*'] },
          ],
        })
      )[0] ?? null,
    confirm: async ({ message, detail, button }) => {
      const { response } = await dialog.showMessageBox(window(), {
        type: 'question',
        message,
        detail,
        buttons: ['Cancel', button],
        defaultId: 0,
        cancelId: 0,
        noLink: true,
      });
      return response === 1;
    },
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
