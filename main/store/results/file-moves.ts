/** Moves of files outside the data folder, with the changes to the database before, during and after each. */
import { basename } from 'node:path';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { fileLocations } from '../review/photographs/file-places.ts';
import type { StoreContext } from '../store-context.ts';
import type { movedOriginals } from './moved-originals.ts';
import type { FileMove, UnfinishedFileList } from './unfinished-files.ts';
import type { exportedFiles } from './written-files.ts';

interface Tables {
  readonly unfinished: UnfinishedFileList;
  readonly exported: ReturnType<typeof exportedFiles>;
  readonly originals: ReturnType<typeof movedOriginals>;
  readonly places: ReturnType<typeof fileLocations>;
}

interface MoveEffects {
  /** Returns false if the name is taken. */
  begin(move: FileMove): boolean;
  arrive(move: FileMove): void;
  finish(move: FileMove): void;
  undo(move: FileMove): void;
}

export function fileMoves({ db }: Pick<StoreContext, 'db'>, tables: Tables) {
  const { unfinished } = tables;
  const effects = effectsByKind(tables);
  const assertIdle = ({ kind, subject, from }: Pick<FileMove, 'kind' | 'subject' | 'from'>): void => {
    if (unfinished.isMoving({ kind, subject }))
      throw new UserFacingError(msg('store.move.unfinished', { name: basename(from) }));
  };
  const begin = db.transaction((move: FileMove): boolean => {
    assertIdle(move);
    if (!unfinished.addMove(move)) return false;
    const isFree = effects[move.kind].begin(move);
    if (!isFree) unfinished.removeMove(move);
    return isFree;
  });
  const finish = db.transaction((move: FileMove): void => {
    effects[move.kind].finish(move);
    unfinished.removeMove(move);
  });
  const undo = db.transaction((move: FileMove): void => {
    effects[move.kind].undo(move);
    unfinished.removeMove(move);
  });
  return {
    /** @throws UserFacingError if an earlier move of the file is unfinished */
    assertIdle,
    /**
     * Notes a move just before the file gets its second name. Returns false if that is taken.
     * @throws UserFacingError like `assertIdle`
     */
    begin: (move: FileMove): boolean => begin.immediate(move),
    /** Records that the file has both names. */
    arrive: db.transaction((move: FileMove): void => effects[move.kind].arrive(move)),
    /** Records that the file has only its second name. */
    finish: (move: FileMove): void => finish.immediate(move),
    /** Records that the file has only its first name. */
    undo: (move: FileMove): void => undo.immediate(move),
    /** Leaves a move to the next attempt. */
    release: ({ to, sidecars }: FileMove): void => unfinished.release([to, ...sidecars.map((sidecar) => sidecar.to)]),
  };
}

function effectsByKind({ exported, originals, places }: Tables): Readonly<Record<FileMove['kind'], MoveEffects>> {
  const none = () => undefined;
  return {
    result: {
      begin: ({ to, hash }) => exported.note({ path: to, hash }),
      arrive({ subject: id, from, to }) {
        places.resultsFound([{ id, from, to }]);
        exported.forget(to);
      },
      finish: none,
      undo: ({ to }) => exported.forget(to),
    },
    done: {
      begin({ subject: photographId, from: first, to, hash }) {
        originals.note({ photographId, first, to, hash });
        return true;
      },
      arrive: none,
      finish: ({ subject }) => originals.moved(subject),
      undo: ({ subject }) => originals.forget(subject),
    },
    back: {
      begin({ subject }) {
        originals.returning(subject, true);
        return true;
      },
      arrive: none,
      finish: ({ subject }) => originals.back(subject),
      undo: ({ subject }) => originals.returning(subject, false),
    },
  };
}
