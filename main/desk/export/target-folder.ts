/** Folders of the user's that exports go to. */
import { SaidError, say } from '../../../contract/sentence.ts';
import { diskSentenceOf } from '../../disks/trouble.ts';
import { makeUserFolder } from '../../store/data-folder/private-files.ts';

/** Makes the folder where it is not there. @throws SaidError that names it, and says why not */
export async function makeTargetFolder(folder: string): Promise<void> {
  await makeUserFolder(folder).catch((cause: unknown) => {
    const trouble = diskSentenceOf(cause);
    // Of what never was there, nothing is “no longer there”.
    const isKnown = trouble !== null && trouble.code !== 'ENOENT';
    throw new SaidError(isKnown ? trouble.allIn(folder) : say('desk.export.notMade', { folder }), { cause });
  });
}
