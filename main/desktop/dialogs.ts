/** The system's dialogs for choosing files and folders. */
import { type BrowserWindow, dialog, type OpenDialogOptions } from 'electron';
import { type Sentence, say } from '../../preload/contract/sentence.ts';
import { inWords } from '../../preload/in-words.ts';
import type { Desktop } from '../ipc/core.ts';

const images = ['jpg', 'jpeg', 'png', 'webp', 'bmp', 'tif', 'tiff', 'heic', 'heif', 'avif', 'gif'];
const certificates = ['pem', 'crt', 'cer'];
/** Files of a kind, or any. */
const filters = (kind: Sentence, extensions: string[]) => [
  { name: inWords(kind), extensions },
  { name: inWords(say('desktop.choose.allFiles')), extensions: ['*'] },
];
const imageFilters = () => filters(say('desktop.choose.photographKind'), images);

async function choose(window: BrowserWindow, options: OpenDialogOptions): Promise<string[]> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, options);
  return canceled ? [] : filePaths;
}

export type Dialogs = Pick<Desktop, 'chooseImages' | 'chooseImage' | 'chooseFolder' | 'chooseCertificates' | 'confirm'>;

export function openDialogs(window: () => BrowserWindow): Dialogs {
  return {
    chooseImages: () =>
      choose(window(), {
        title: inWords(say('desktop.choose.photographs')),
        properties: ['openFile', 'multiSelections'],
        filters: imageFilters(),
      }),
    chooseImage: async () =>
      (
        await choose(window(), {
          title: inWords(say('desktop.choose.photograph')),
          properties: ['openFile'],
          filters: imageFilters(),
        })
      )[0] ?? null,
    chooseCertificates: async () =>
      (
        await choose(window(), {
          title: inWords(say('desktop.choose.certificates')),
          properties: ['openFile'],
          filters: filters(say('desktop.choose.certificateKind'), certificates),
        })
      )[0] ?? null,
    confirm: async ({ message, detail, button }) => {
      const { response } = await dialog.showMessageBox(window(), {
        type: 'question',
        message: inWords(message),
        detail: inWords(detail),
        buttons: [inWords(say('desktop.cancel')), inWords(button)],
        defaultId: 0,
        cancelId: 0,
        noLink: true,
      });
      return response === 1;
    },
    chooseFolder: async (title, start) =>
      (
        await choose(window(), {
          title: inWords(title),
          properties: ['openDirectory', 'createDirectory'],
          ...(start ? { defaultPath: start } : {}),
        })
      )[0] ?? null,
  };
}
