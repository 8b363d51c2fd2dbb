/** The system's dialogs for choosing files and folders. */
import { dirname } from 'node:path';
import { type BrowserWindow, dialog, type OpenDialogOptions } from 'electron';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { DesktopActions } from '../../ipc/bridge/desktop-actions.ts';
import { type SaveAnswer, saveButtons } from './unsaved-dialog-buttons.ts';

const images = ['jpg', 'jpeg', 'png', 'webp', 'bmp', 'tif', 'tiff', 'heic', 'heif', 'avif', 'gif'];
const certificates = ['pem', 'crt', 'cer'];
/** Files of a kind, or any. */
const filters = (kind: MessageDescriptor, extensions: string[]) => [
  { name: formatMessage(kind), extensions },
  { name: formatMessage(msg('desktop.choose.allFiles')), extensions: ['*'] },
];
const imageFilters = () => filters(msg('desktop.choose.photographKind'), images);

/** What is chosen: each begins where it was chosen last. */
type Purpose = 'photographs' | 'photograph' | 'certificates' | 'picks' | 'recipe' | 'products' | 'folder';

/** The folders of last time, by purpose. */
export interface RecentFolders {
  read(): Readonly<Record<string, string>>;
  keep(folders: Readonly<Record<string, string>>): void;
}

export interface Dialogs
  extends Pick<
    DesktopActions,
    | 'chooseImages'
    | 'chooseImage'
    | 'chooseFolder'
    | 'chooseCertificates'
    | 'choosePicks'
    | 'chooseProductList'
    | 'chooseRecipe'
    | 'confirm'
  > {
  /** Asks whether changes are to be saved before they are lost. */
  offerToSave(message: MessageDescriptor): Promise<SaveAnswer>;
}

const saveWords = {
  save: msg('desktop.unsaved.save'),
  discard: msg('desktop.unsaved.discard'),
  stay: msg('desktop.cancel'),
} as const satisfies Record<SaveAnswer, MessageDescriptor>;

export function openDialogs(window: () => BrowserWindow, last: RecentFolders): Dialogs {
  async function choose(purpose: Purpose, options: OpenDialogOptions): Promise<string[]> {
    const before = last.read()[purpose];
    const { canceled, filePaths } = await dialog.showOpenDialog(window(), {
      ...(before === undefined ? {} : { defaultPath: before }),
      ...options,
    });
    const [chosen] = filePaths;
    if (canceled || chosen === undefined) return [];
    const folder = dirname(chosen);
    if (folder !== before) last.keep({ ...last.read(), [purpose]: folder });
    return filePaths;
  }

  return {
    chooseImages: () =>
      choose('photographs', {
        title: formatMessage(msg('desktop.choose.photographs')),
        properties: ['openFile', 'multiSelections'],
        filters: imageFilters(),
      }),
    chooseImage: async () =>
      (
        await choose('photograph', {
          title: formatMessage(msg('desktop.choose.photograph')),
          properties: ['openFile'],
          filters: imageFilters(),
        })
      )[0] ?? null,
    chooseCertificates: async () =>
      (
        await choose('certificates', {
          title: formatMessage(msg('desktop.choose.certificates')),
          properties: ['openFile'],
          filters: filters(msg('desktop.choose.certificateKind'), certificates),
        })
      )[0] ?? null,
    choosePicks: async () =>
      (
        await choose('picks', {
          title: formatMessage(msg('desktop.choose.picks')),
          properties: ['openFile'],
          filters: filters(msg('desktop.choose.picksKind'), ['json']),
        })
      )[0] ?? null,
    chooseRecipe: async () =>
      (
        await choose('recipe', {
          title: formatMessage(msg('desktop.choose.recipe')),
          properties: ['openFile'],
          filters: filters(msg('desktop.choose.recipeKind'), ['json']),
        })
      )[0] ?? null,
    chooseProductList: async () =>
      (
        await choose('products', {
          title: formatMessage(msg('desktop.choose.products')),
          properties: ['openFile'],
          filters: filters(msg('desktop.choose.productsKind'), ['csv', 'tsv', 'txt']),
        })
      )[0] ?? null,
    confirm: async ({ message, detail, button }) => {
      const { response } = await dialog.showMessageBox(window(), {
        type: 'question',
        message: formatMessage(message),
        detail: formatMessage(detail),
        buttons: [formatMessage(msg('desktop.cancel')), formatMessage(button)],
        defaultId: 0,
        cancelId: 0,
        noLink: true,
      });
      return response === 1;
    },
    offerToSave: async (message) => {
      const buttons = saveButtons(process.platform);
      const { response } = await dialog.showMessageBox(window(), {
        type: 'question',
        message: formatMessage(message),
        detail: formatMessage(msg('desktop.unsaved.lost')),
        buttons: buttons.map((each) => formatMessage(saveWords[each])),
        defaultId: buttons.indexOf('save'),
        cancelId: buttons.indexOf('stay'),
        noLink: true,
      });
      return buttons[response] ?? 'stay';
    },
    chooseFolder: async (title, start) =>
      (
        await choose('folder', {
          title: formatMessage(title),
          properties: ['openDirectory', 'createDirectory'],
          ...(start ? { defaultPath: start } : {}),
        })
      )[0] ?? null,
  };
}
