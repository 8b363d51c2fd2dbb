/** Parses a multipart/form-data body, to check a client's upload. */

export interface FormPart {
  readonly name: string;
  /** Undefined for a text field. */
  readonly fileName: string | undefined;
  readonly contentType: string | undefined;
  readonly bytes: Buffer;
  /** The bytes as UTF-8. */
  readonly text: string;
}

/** Returns the parts of `body` in order; throws if the multipart body is incomplete. */
export function formParts(contentType: string, body: Buffer): FormPart[] {
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1];
  if (boundary === undefined) throw new Error(`no multipart body: ${contentType}`);
  if (!body.includes(`--${boundary}--`)) throw new Error('the multipart body does not end with its boundary');
  const parts: FormPart[] = [];
  let start = body.indexOf(`--${boundary}\r\n`);
  while (start !== -1) {
    const headStart = start + boundary.length + 4;
    const headEnd = body.indexOf('\r\n\r\n', headStart);
    const end = body.indexOf(`\r\n--${boundary}`, headEnd + 2);
    const head = body.toString('utf8', headStart, headEnd);
    const bytes = body.subarray(headEnd + 4, end);
    parts.push({
      name: /; name="([^"]*)"/.exec(head)?.[1] ?? '',
      fileName: /; filename="([^"]*)"/.exec(head)?.[1],
      contentType: /^content-type: *(.+)$/im.exec(head)?.[1],
      bytes,
      text: bytes.toString('utf8'),
    });
    start = body.indexOf(`--${boundary}\r\n`, end);
  }
  return parts;
}
