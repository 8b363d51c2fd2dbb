/** Builds the multipart body of an upload, streamed from disk, where its bytes are not in memory: that does not grow with the file. */
import type { ReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable, Transform } from 'node:stream';
import FormData from 'form-data';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { type Params, wireFields } from '../../../contract/operations/params.ts';
import { signatureBytes } from '../../../formats/image-signature.ts';
import { ServiceFailure } from '../service-failure.ts';
import type { RequestBody } from './http-request.ts';
import { extensionOf, imageMime } from './sniff-image.ts';

/** A body whose files are open until `close`. */
export interface FormBody extends RequestBody {
  close(): Promise<void>;
}

export interface FormOptions {
  /** What a field is sent as that has no name in the interface. */
  readonly openName?: string | undefined;
  readonly guard?: UploadGuard | null | undefined;
}

/** For an upload that may have to stop in its midst. */
export interface UploadGuard {
  /** Asked before each piece of the body; false ends it there, with `UploadAborted`. */
  canContinue(): boolean;
  /** Called before the last piece: from here on it may leave whole, whoever is told of that or not. */
  onLastPiece(): void;
}

/** The upload was broken off from here, before all of it had left. */
export class UploadAborted extends Error {
  override name = 'UploadAborted';
}

/** So much leaves at most once nobody wants it to any more. */
const pieceBytes = 64 * 1024;

/**
 * Opens the files of an upload and builds its body: text fields first, then images in the table's order (section "Endpoints").
 * `files` maps each image field to a path, or to the bytes of the file; see `FormOptions`. Throws ServiceFailure when a file is missing, empty or unreadable.
 */
export async function openForm(
  spec: OperationSpec,
  params: Params,
  files: Readonly<Record<string, string | Buffer>>,
  { openName, guard }: FormOptions = {},
): Promise<FormBody> {
  const form = new FormData();
  const opened: OpenFile[] = [];
  const close = async () => {
    for (const file of opened) file.stream?.destroy();
    await Promise.all(opened.map((file) => file.handle.close().catch(() => undefined)));
  };
  try {
    for (const [name, value] of wireFields(spec, params, openName)) form.append(name, value);
    for (const input of spec.images) {
      const file = files[input.field];
      if (typeof file === 'string') await appendFile(form, input.field, file, opened);
      else if (file !== undefined) form.append(input.field, file, described(file, file.length));
      else if (input.required) throw new TypeError(`${spec.id} needs a file for "${input.field}"`);
    }
  } catch (error) {
    await close();
    throw error;
  }
  const body = measured(form);
  return { ...(guard ? guarded(body, guard) : body), close };
}

interface OpenFile {
  readonly handle: FileHandle;
  stream: ReadStream | null;
}

async function appendFile(form: FormData, field: string, path: string, opened: OpenFile[]): Promise<void> {
  const handle = await open(path, 'r').catch((error) => {
    throw unreadableFile(path, error);
  });
  const file: OpenFile = { handle, stream: null };
  opened.push(file);
  try {
    const { size } = await handle.stat();
    if (size === 0) throw emptyFile(path);
    const head = Buffer.alloc(signatureBytes);
    const { bytesRead } = await handle.read(head, 0, head.length, 0);
    file.stream = handle.createReadStream({ start: 0, end: size - 1, autoClose: false });
    form.append(field, file.stream, described(head.subarray(0, bytesRead), size));
  } catch (error) {
    throw error instanceof ServiceFailure ? error : unreadableFile(path, error);
  }
}

/** What is said of a file: its name for the wire, and what it is by its first bytes. */
function described(head: Buffer, knownLength: number): FormData.AppendOptions {
  const mime = imageMime(head.subarray(0, signatureBytes));
  return {
    filename: wireFileName(mime === null ? null : extensionOf(mime)),
    contentType: mime ?? 'application/octet-stream',
    knownLength,
  };
}

/** The form as a stream that fails unless exactly the announced number of bytes has passed. */
function measured(form: FormData): RequestBody {
  const length = form.getLengthSync();
  let passed = 0;
  let fault: Error | null = null;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      done(null, chunk);
    },
    flush(done) {
      if (passed !== length) fault = changedFile();
      done(fault);
    },
  });
  form.on('error', (error: Error) => {
    fault ??= unreadableFile(null, error);
    stream.destroy(fault);
  });
  form.pipe(stream);
  return {
    stream,
    length,
    headers: { ...form.getHeaders(), 'content-length': String(length) },
    fault: () => fault,
  };
}

function guarded(body: RequestBody, guard: UploadGuard): RequestBody {
  let stopped: UploadAborted | null = null;
  let left = body.length;
  async function* pieces() {
    for await (const chunk of body.stream as AsyncIterable<Buffer>) {
      for (let offset = 0; offset < chunk.length; offset += pieceBytes) {
        if (!guard.canContinue()) {
          stopped = new UploadAborted('The upload was broken off.');
          throw stopped;
        }
        const piece = chunk.subarray(offset, offset + pieceBytes);
        left -= piece.length;
        if (left <= 0) guard.onLastPiece();
        yield piece;
      }
    }
  }
  const stream = Readable.from(pieces(), { objectMode: false, highWaterMark: pieceBytes });
  return { ...body, stream, fault: () => stopped ?? body.fault() };
}

/** The same for every photograph: names tell of people and places. Its extension is the one the content asks for. */
export function wireFileName(extension: string | null): string {
  return `image.${extension ?? 'bin'}`;
}

function fileFailure(kind: 'retry' | 'fatal', code: string, sentence: MessageDescriptor): ServiceFailure {
  return new ServiceFailure({
    kind,
    code,
    sentence,
    subject: 'disk',
    advice: kind === 'retry' ? 'retry' : 'replace-file',
  });
}

function unreadableFile(path: string | null, error: unknown): ServiceFailure {
  const code = String((error as NodeJS.ErrnoException).code ?? 'FILE_UNREADABLE');
  const sentence =
    path === null ? msg('service.upload.unreadableNow') : msg('service.upload.unreadable', { name: basename(path) });
  return fileFailure('retry', code, sentence);
}

function emptyFile(path: string): ServiceFailure {
  return fileFailure('fatal', 'FILE_EMPTY', msg('service.upload.empty', { name: basename(path) }));
}

function changedFile(): ServiceFailure {
  return fileFailure('retry', 'FILE_CHANGED', msg('service.upload.changed'));
}
