/** The password of a studio's database, which is never read from a command line. */
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';

interface PasswordSource {
  /** Name of an environment variable; takes precedence over the file. */
  readonly passwordEnv?: string | undefined;
  /** A file that contains it as its first line. */
  readonly passwordFile?: string | undefined;
}

/**
 * Reads the password from its source, or from `PGPASSWORD` like PostgreSQL's own programs.
 * @throws UserFacingError if the source has none, or other users can read the file
 */
export function passwordFrom(
  { passwordEnv, passwordFile }: PasswordSource,
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  if (passwordEnv !== undefined) {
    const password = env[passwordEnv] ?? '';
    if (password === '') throw new UserFacingError(msg('studio.password.noVariable', { name: passwordEnv }));
    return password;
  }
  return passwordFile === undefined ? env.PGPASSWORD || null : readFirstLine(passwordFile);
}

function readFirstLine(file: string): string {
  const [password = ''] = readPrivate(file).split(/\r?\n/);
  if (password === '') throw new UserFacingError(msg('studio.password.noLine', { file }));
  return password;
}

function readPrivate(file: string): string {
  try {
    const descriptor = openSync(file, 'r');
    try {
      // Check the open file, because another one could replace it.
      const isOpenToOthers = process.platform !== 'win32' && (fstatSync(descriptor).mode & 0o077) !== 0;
      if (isOpenToOthers) throw new UserFacingError(msg('studio.password.openToOthers', { file }));
      return readFileSync(descriptor, 'utf8');
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (error instanceof UserFacingError) throw error;
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new UserFacingError(msg('studio.password.unreadable', { file, code }), { cause: error });
  }
}
