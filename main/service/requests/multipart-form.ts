/** Builds the multipart body of an upload, streamed from disk. */
import { once } from 'node:events';
import type { ReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable, Transform } from 'node:stream';
import FormData from 'form-data';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { type Params, wireFields } from '../../../contract/operations/params.ts';
import { signatureBytes } from '../../../formats/image-signature.ts';
import { ServiceFailure } from '../errors/service-failure.ts';
import type { RequestBody } from '../http/http-request.ts';
import { extensionOf, imageMime } from '../http/sniff-image.ts';

/** Keeps its files open until `close`. */
export interface FormBody extends RequestBody {
  close(): Promise<void>;
}

export interface FormOptions {
  /** Name of the field that has none in the interface. */
  readonly openName?: string | undefined;
  readonly guard?: UploadGuard | null | undefined;
}

export interface UploadGuard {
  /** Called before each piece of the body; false ends the upload with `UploadAborted`. */
  canContinue(): boolean;
  /** Called before the last piece, because the upload may then be complete without any event. */
  onLastPiece(): void;
}

class UploadAborted extends Error {
  override name = 'UploadAborted';
}

/** Limits the bytes that still leave after a cancellation. */
const pieceBytes = 64 * 1024;

/**
 * Appends text fields first, then images in the table's order (section "Endpoints").
 * @throws ServiceFailure if a file is missing, empty or unreadable
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
      else if (file !== undefined) form.append(input.field, file, appendOptions(file, file.length));
      else if (input.required) throw new TypeError(`${spec.id} needs a file for "${input.field}"`);
    }
  } catch (error) {
    await close();
    throw error;
  }
  const body = opened.length === 0 ? await inMemory(form) : withLengthCheck(form);
  return { ...(guard ? withGuard(body, guard) : body), close };
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
    form.append(field, file.stream, appendOptions(head.subarray(0, bytesRead), size));
  } catch (error) {
    throw error instanceof ServiceFailure ? error : unreadableFile(path, error);
  }
}

function appendOptions(head: Buffer, knownLength: number): FormData.AppendOptions {
  const mime = imageMime(head.subarray(0, signatureBytes));
  return {
    filename: wireFileName(mime === null ? null : extensionOf(mime)),
    contentType: mime ?? 'application/octet-stream',
    knownLength,
  };
}

/** Without files, the form is one list of short pieces. */
async function inMemory(form: FormData): Promise<RequestBody> {
  const pieces: Buffer[] = [];
  form.on('data', (chunk: Buffer | string) => {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    for (let offset = 0; offset < bytes.length; offset += pieceBytes)
      pieces.push(bytes.subarray(offset, offset + pieceBytes));
  });
  const ended = once(form, 'end');
  form.resume();
  await ended;
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const stream = new Readable({
    highWaterMark: pieceBytes,
    read() {
      this.push(pieces.shift() ?? null);
    },
  });
  return { stream, length, headers: headersOf(form, length), error: () => null };
}

function headersOf(form: FormData, length: number): Record<string, string> {
  return { ...form.getHeaders(), 'content-length': String(length) };
}

/** Fails unless exactly the announced number of bytes passed. */
function withLengthCheck(form: FormData): RequestBody {
  const length = form.getLengthSync();
  let passedBytes = 0;
  let error: Error | null = null;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passedBytes += chunk.length;
      done(null, chunk);
    },
    flush(done) {
      if (passedBytes !== length) error = changedFile();
      done(error);
    },
  });
  form.on('error', (cause: Error) => {
    error ??= unreadableFile(null, cause);
    stream.destroy(error);
  });
  form.pipe(stream);
  return {
    stream,
    length,
    headers: headersOf(form, length),
    error: () => error,
  };
}

function withGuard(body: RequestBody, guard: UploadGuard): RequestBody {
  let aborted: UploadAborted | null = null;
  let remainingBytes = body.length;
  async function* pieces() {
    for await (const chunk of body.stream as AsyncIterable<Buffer>) {
      for (let offset = 0; offset < chunk.length; offset += pieceBytes) {
        if (!guard.canContinue()) {
          aborted = new UploadAborted('The upload was interrupted.');
          throw aborted;
        }
        const piece = chunk.subarray(offset, offset + pieceBytes);
        remainingBytes -= piece.length;
        if (remainingBytes <= 0) guard.onLastPiece();
        yield piece;
      }
    }
  }
  const stream = Readable.from(pieces(), { objectMode: false, highWaterMark: pieceBytes });
  return { ...body, stream, error: () => aborted ?? body.error() };
}

/** Returns one name for all files, because names reveal people and places. */
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
