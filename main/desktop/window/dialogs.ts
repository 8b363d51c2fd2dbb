/** System dialogs: file choices, questions, and failures of start and end. */
import { dirname } from 'node:path';
import { type BrowserWindow, dialog, type OpenDialogOptions } from 'electron';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { type Message, type MessageDescriptor, msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { DesktopActions } from '../../ipc/bridge/desktop-actions.ts';
import { type RepairReport, repairMessage } from '../../store/index.ts';
import { type SaveAnswer, saveButtons } from './close-guard.ts';

const imageExtensions = ['jpg', 'jpeg', 'png', 'webp', 'bmp', 'tif', 'tiff', 'heic', 'heif', 'avif', 'gif'];

interface FileChoice {
  readonly title: MessageDescriptor;
  readonly kind: MessageDescriptor;
  readonly extensions: readonly string[];
}

/** File dialogs by purpose. Each opens in the folder of its last choice. */
const fileChoices = {
  photographs: {
    title: msg('desktop.choose.photographs'),
    kind: msg('desktop.choose.photographKind'),
    extensions: imageExtensions,
  },
  photograph: {
    title: msg('desktop.choose.photograph'),
    kind: msg('desktop.choose.photographKind'),
    extensions: imageExtensions,
  },
  certificates: {
    title: msg('desktop.choose.certificates'),
    kind: msg('desktop.choose.certificateKind'),
    extensions: ['pem', 'crt', 'cer'],
  },
  picks: {
    title: msg('desktop.choose.picks'),
    kind: msg('desktop.choose.picksKind'),
    extensions: ['json'],
  },
  recipe: {
    title: msg('desktop.choose.recipe'),
    kind: msg('desktop.choose.recipeKind'),
    extensions: ['json'],
  },
  products: {
    title: msg('desktop.choose.products'),
    kind: msg('desktop.choose.productsKind'),
    extensions: ['csv', 'tsv', 'txt'],
  },
} as const satisfies Record<string, FileChoice>;
type FilePurpose = keyof typeof fileChoices;

/** Folders of the last choices, by purpose. */
export interface RecentFolders {
  read(): Readonly<Record<string, string>>;
  save(folders: Readonly<Record<string, string>>): void;
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
  offerToSave(message: MessageDescriptor): Promise<SaveAnswer>;
}

const saveAnswers = {
  save: msg('desktop.unsaved.save'),
  discard: msg('desktop.unsaved.discard'),
  stay: msg('desktop.cancel'),
} as const satisfies Record<SaveAnswer, MessageDescriptor>;

export function openDialogs(window: () => BrowserWindow, recent: RecentFolders): Dialogs {
  async function choose(purpose: FilePurpose | 'folder', options: OpenDialogOptions): Promise<string[]> {
    const lastFolder = recent.read()[purpose];
    const { canceled, filePaths } = await dialog.showOpenDialog(window(), {
      ...(lastFolder === undefined ? {} : { defaultPath: lastFolder }),
      ...options,
    });
    const [first] = filePaths;
    if (canceled || first === undefined) return [];
    const folder = dirname(first);
    if (folder !== lastFolder) recent.save({ ...recent.read(), [purpose]: folder });
    return filePaths;
  }

  function chooseFiles(purpose: FilePurpose, isMultiple = false): Promise<string[]> {
    const { title, kind, extensions } = fileChoices[purpose];
    return choose(purpose, {
      title: formatMessage(title),
      properties: isMultiple ? ['openFile', 'multiSelections'] : ['openFile'],
      filters: [
        { name: formatMessage(kind), extensions: [...extensions] },
        { name: formatMessage(msg('desktop.choose.allFiles')), extensions: ['*'] },
      ],
    });
  }
  const chooseFile = async (purpose: FilePurpose) => (await chooseFiles(purpose))[0] ?? null;

  return {
    chooseImages: () => chooseFiles('photographs', true),
    chooseImage: () => chooseFile('photograph'),
    chooseCertificates: () => chooseFile('certificates'),
    choosePicks: () => chooseFile('picks'),
    chooseRecipe: () => chooseFile('recipe'),
    chooseProductList: () => chooseFile('products'),
    chooseFolder: async (title, start) => {
      const [folder] = await choose('folder', {
        title: formatMessage(title),
        properties: ['openDirectory', 'createDirectory'],
        ...(start ? { defaultPath: start } : {}),
      });
      return folder ?? null;
    },
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
      const answers = saveButtons(process.platform);
      const { response } = await dialog.showMessageBox(window(), {
        type: 'question',
        message: formatMessage(message),
        detail: formatMessage(msg('desktop.unsaved.lost')),
        buttons: answers.map((each) => formatMessage(saveAnswers[each])),
        defaultId: answers.indexOf('save'),
        cancelId: answers.indexOf('stay'),
        noLink: true,
      });
      return answers[response] ?? 'stay';
    },
  };
}

/** Shows why Burnish cannot start, and waits for the user. */
export function showStartFailure(error: unknown): void {
  const { message } = error instanceof Error ? error : { message: String(error) };
  const reason = error instanceof UserFacingError ? error.sentence : msg('desktop.start.fault', { message });
  dialog.showErrorBox(formatMessage(msg('desktop.start.failed')), formatMessage(reason));
}

/** Shows what was saved from a damaged database, without waiting for the user. */
export function showRepairReport(report: RepairReport): void {
  const title = formatMessage(msg('desktop.start.repaired'));
  void dialog.showMessageBox({
    type: 'warning',
    title,
    message: title,
    detail: formatMessage(repairMessage(report)),
    buttons: [formatMessage(msg('desktop.ok'))],
  });
}

/** Shows why Burnish must quit, and waits for the user. */
export function showFatalError(message: Message): void {
  dialog.showErrorBox(formatMessage(msg('desktop.end')), formatMessage(message));
}
