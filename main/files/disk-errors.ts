import { type MessageDescriptor, type MessageKey, msg } from '../../contract/messages/message.ts';

/** Keys for one file, and for all files of a folder. */
const diskSentences = {
  ENOSPC: ['pipeline.disk.full', 'pipeline.folder.full'],
  EDQUOT: ['pipeline.disk.quota', 'pipeline.folder.quota'],
  EROFS: ['pipeline.disk.readOnly', 'pipeline.folder.readOnly'],
  EACCES: ['pipeline.disk.notAllowed', 'pipeline.folder.notAllowed'],
  EPERM: ['pipeline.disk.notAllowed', 'pipeline.folder.notAllowed'],
  ENOTDIR: ['pipeline.disk.fileInTheWay', 'pipeline.folder.fileInTheWay'],
  EEXIST: ['pipeline.disk.fileInTheWay', 'pipeline.folder.fileInTheWay'],
  EISDIR: ['pipeline.disk.folderInTheWay', 'pipeline.folder.folderInTheWay'],
  ESCAPED: ['pipeline.disk.leadsOut', 'pipeline.folder.leadsOut'],
  ENOENT: ['pipeline.disk.noFolder', 'pipeline.folder.noFolder'],
  ENAMETOOLONG: ['pipeline.disk.longName', 'pipeline.folder.longName'],
  EIO: ['pipeline.disk.noAnswer', 'pipeline.folder.noAnswer'],
  ETIMEDOUT: ['pipeline.disk.noAnswer', 'pipeline.folder.noAnswer'],
  ESTALE: ['pipeline.disk.noNetwork', 'pipeline.folder.noNetwork'],
  EHOSTDOWN: ['pipeline.disk.noNetwork', 'pipeline.folder.noNetwork'],
  ENOTCONN: ['pipeline.disk.disconnected', 'pipeline.folder.disconnected'],
  ENODEV: ['pipeline.disk.gone', 'pipeline.folder.gone'],
  ENXIO: ['pipeline.disk.gone', 'pipeline.folder.gone'],
  EBUSY: ['pipeline.disk.busy', 'pipeline.folder.busy'],
  EMFILE: ['pipeline.disk.manyFiles', 'pipeline.folder.manyFiles'],
} as const satisfies Readonly<Record<string, readonly [one: MessageKey, all: MessageKey]>>;

/** Returns null for codes that the user cannot act on. */
export function diskErrorMessage(error: unknown): {
  readonly code: string;
  readonly forFile: MessageDescriptor;
  readonly allIn: (folder: string) => MessageDescriptor;
} | null {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  if (!Object.hasOwn(diskSentences, code)) return null;
  const [fileKey, folderKey] = diskSentences[code as keyof typeof diskSentences];
  return { code, forFile: msg(fileKey), allIn: (folder) => msg(folderKey, { folder }) };
}
