/** The password of a studio's database, from where only this user can have put it: never from a command line. */
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';

export interface PasswordPlace {
  /** Name of an environment variable; it comes before the file. */
  readonly passwordEnv?: string | undefined;
  /** A file whose first line it is. */
  readonly passwordFile?: string | undefined;
}

/**
 * Where no place is named, what `PGPASSWORD` has, as for other programs of PostgreSQL; null without it.
 * @throws UserFacingError where there is none in the place that was named, or others may read the file
 */
export function passwordFrom(
  { passwordEnv, passwordFile }: PasswordPlace,
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  if (passwordEnv !== undefined) {
    const password = env[passwordEnv] ?? '';
    if (password === '') throw new UserFacingError(msg('studio.password.noVariable', { name: passwordEnv }));
    return password;
  }
  return passwordFile === undefined ? env.PGPASSWORD || null : firstLine(passwordFile);
}

function firstLine(file: string): string {
  const [password = ''] = readPrivate(file).split(/\r?\n/);
  if (password === '') throw new UserFacingError(msg('studio.password.noLine', { file }));
  return password;
}

function readPrivate(file: string): string {
  try {
    const opened = openSync(file, 'r');
    try {
      // Of the file that is read, not of one that takes its name meanwhile. Windows says the same of all.
      const isOpenToOthers = process.platform !== 'win32' && (fstatSync(opened).mode & 0o077) !== 0;
      if (isOpenToOthers) throw new UserFacingError(msg('studio.password.openToOthers', { file }));
      return readFileSync(opened, 'utf8');
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    if (error instanceof UserFacingError) throw error;
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new UserFacingError(msg('studio.password.unreadable', { file, code }), { cause: error });
  }
}
