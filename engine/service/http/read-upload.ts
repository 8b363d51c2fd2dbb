/** Reading of the multipart form of an operation, in one pass. No file takes more memory than the operation allows. */
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { ImageInput, OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { maxBytesFor } from '../interface/check-image.ts';
import { RequestError, requestError } from '../interface/request-errors.ts';
import type { UploadReservation } from './upload-budget.ts';

/** Text fields that the operation has, and files by image field. */
export interface Upload {
  readonly texts: Record<string, string>;
  readonly images: Record<string, Uint8Array<ArrayBuffer>>;
}

/** Far more than any value of the operation table. */
const maxTextBytes = 8 * 1024;
const maxTextFields = 100;
/** Additional files that are read, so that the error can name them. */
const maxExtraFiles = 4;

/**
 * Ignores unknown text fields.
 * @throws RequestError for the first violated rule of the form; the rest of the body stays unread
 */
export async function readUpload(
  request: FastifyRequest,
  spec: OperationSpec,
  reservation: UploadReservation,
): Promise<Upload> {
  const form = new FormReader(spec, reservation);
  const maxFileBytes = Math.max(...spec.images.map(maxBytesFor));
  const parts = request.parts({
    limits: {
      fileSize: maxFileBytes,
      files: spec.images.length + maxExtraFiles,
      fields: maxTextFields,
      fieldSize: maxTextBytes,
      parts: maxTextFields + spec.images.length + maxExtraFiles,
    },
  });
  try {
    for await (const part of parts) {
      if (part.type === 'file') await form.addFile(part);
      else form.addText(part as MultipartValue<unknown>);
    }
  } catch (error) {
    throw error instanceof RequestError ? error : toParserError(error);
  }
  return form.finish();
}

class FormReader {
  readonly #spec: OperationSpec;
  readonly #reservation: UploadReservation;
  readonly #texts: Record<string, string> = Object.create(null);
  readonly #images: Record<string, Uint8Array<ArrayBuffer>> = Object.create(null);
  readonly #unexpectedNames: string[] = [];

  constructor(spec: OperationSpec, reservation: UploadReservation) {
    this.#spec = spec;
    this.#reservation = reservation;
  }

  addText({ fieldname: name, value, valueTruncated }: MultipartValue<unknown>): void {
    if (this.#spec.images.some((image) => image.field === name)) {
      throw requestError('text instead of a file', `"${name}" must be an image file but was sent as text.`);
    }
    if (!this.#spec.fields.some((field) => field.name === name)) return;
    if (name in this.#texts) throw requestError('duplicate field', `"${name}" was sent twice.`);
    if (valueTruncated) throw requestError('text too long', `The value of "${name}" is too long.`);
    if (value !== null && typeof value === 'object') {
      throw requestError('unreadable parameter', `"${name}" must be a plain value.`);
    }
    this.#texts[name] = String(value);
  }

  async addFile(part: MultipartFile): Promise<void> {
    const name = part.fieldname;
    if (this.#spec.fields.some((field) => field.name === name)) {
      throw requestError('file instead of text', `"${name}" must be text but was sent as a file.`);
    }
    const input = this.#spec.images.find((image) => image.field === name);
    if (!input) {
      this.#unexpectedNames.push(name);
      part.file.resume();
      return;
    }
    if (input.field in this.#images) throw requestError('too many images', `More than one file was sent as "${name}".`);
    this.#images[input.field] = await collectFile(part, input, this.#reservation);
  }

  finish(): Upload {
    const missing = this.#spec.images.find((image) => image.required && !(image.field in this.#images));
    const unexpectedNames = this.#unexpectedNames.map((name) => `"${name}"`).join(', ');
    if (missing) {
      const hint = unexpectedNames ? ` A file was sent as ${unexpectedNames}, which this operation does not use.` : '';
      throw requestError('image missing', `The image file "${missing.field}" is missing.${hint}`);
    }
    if (unexpectedNames)
      throw requestError('unexpected file', `This operation does not accept a file named ${unexpectedNames}.`);
    return { texts: this.#texts, images: this.#images };
  }
}

/** Collects a file in its own buffer, which can be transferred to a worker. Stops if the file is too large. */
function collectFile(
  part: MultipartFile,
  input: ImageInput,
  reservation: UploadReservation,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let total = 0;
    const maxBytes = maxBytesFor(input);
    const rejectAsTooLarge = () => {
      chunks.length = 0;
      reject(
        requestError('file too large', `The file in "${input.field}" is larger than ${input.maxBytes / 1_000_000} MB.`),
      );
    };
    part.file.on('limit', rejectAsTooLarge);
    part.file.on('error', reject);
    part.file.on('data', (chunk: Buffer) => {
      total += chunk.byteLength;
      if (total > maxBytes) return rejectAsTooLarge();
      try {
        reservation.add(chunk.byteLength);
        chunks.push(chunk);
      } catch (error) {
        chunks.length = 0;
        reject(error);
      }
    });
    part.file.on('close', () => reject(requestError('broken body', 'The upload was interrupted.')));
    part.file.on('end', () => {
      const bytes = new Uint8Array(total);
      let offset = 0;
      for (const chunk of chunks) {
        bytes.set(chunk, offset);
        offset += chunk.byteLength;
      }
      resolve(bytes);
    });
  });
}

function toParserError(error: unknown): RequestError {
  switch ((error as { code?: unknown }).code) {
    case 'FST_FILES_LIMIT':
      return requestError('too many images', 'The request contains too many files.');
    case 'FST_PARTS_LIMIT':
    case 'FST_FIELDS_LIMIT':
      return requestError('too many parts', 'The request contains too many fields.');
    default:
      return requestError('broken body', 'The multipart body is damaged or incomplete.');
  }
}
