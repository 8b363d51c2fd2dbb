/** Whether a path is inside a folder, by its text and with links resolved: somebody else may have put the links there. */
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { withTimeout } from './with-timeout.ts';

/** Whether `path` is `folder` or below it, by their text; both absolute and normalized. @param separator another system's in tests */
export function isInside(path: string, folder: string, separator: string = sep): boolean {
  return path === folder || path.startsWith(folder.endsWith(separator) ? folder : folder + separator);
}

/**
 * Whether `path` leads to something that is not below `root`, which is free of links itself (`realpath`). A junction of
 * Windows is such a link too.
 * @throws the file system's error for a link that leads nowhere
 */
export async function escapesRoot(path: string, root: string): Promise<boolean> {
  return !isInside(await realpath(path), root);
}

/** A disk that has not answered for so long (ms) is not asked about links meanwhile: each question keeps a thread. */
const answerMs = 2000;
let openQuestions = 0;

/** Where `path` (absolute) leads, also if it is missing or a link to nothing; `path` itself if its disk does not answer soon. */
export async function resolveLinks(path: string): Promise<string> {
  if (openQuestions > 0) return path;
  const question = followLinks(path);
  return withTimeout(question, answerMs).catch(() => {
    openQuestions += 1;
    void question.finally(() => {
      openQuestions -= 1;
    });
    return path;
  });
}

async function followLinks(path: string): Promise<string> {
  const real = await realpath(path).catch(() => null);
  if (real !== null || dirname(path) === path) return real ?? path;
  return join(await followLinks(dirname(path)), basename(path));
}
