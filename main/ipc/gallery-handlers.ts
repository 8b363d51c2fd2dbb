/** Requests about galleries for clients: made like an export, and what comes back of them is read, shown, and then taken over. */
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { Decision } from '../../preload/contract/desk/decision.ts';
import type { OpenedPicks, Picks } from '../../preload/contract/desk/gallery.ts';
import { say } from '../../preload/contract/sentence.ts';
import { makeGallery } from '../desk/gallery/make-gallery.ts';
import { planPicks } from '../desk/gallery/plan-picks.ts';
import { readPicks } from '../desk/gallery/read-picks.ts';
import { slicesWithUndo } from '../desk/slices-with-undo.ts';
import type { Done } from '../desk/undo.ts';
import type { DecisionStep } from '../store/index.ts';
import type { Core, Desktop } from './core.ts';
import type { Grants } from './grants.ts';
import { Refusal, refusing } from './refusal.ts';
import type { Handlers } from './register.ts';

export function galleryHandlers(
  { store, galleries, desk }: Pick<Core, 'store' | 'galleries' | 'desk'>,
  desktop: Pick<Desktop, 'reveal' | 'choosePicks'>,
  grants: Grants,
): Pick<Handlers, Extract<keyof Handlers, `gallery.${string}`>> {
  const slicewise = slicesWithUndo(desk.bulk, desk.undo);
  const nobody = galleries.toWords(say('desk.picks.nobody'));
  /** What was read last, until it is taken over. */
  let opened: { readonly id: string; readonly picks: Picks } | null = null;
  let lastMade: string | null = null;

  const open = (path: string): Promise<OpenedPicks> =>
    refusing(async () => {
      const picks = await readPicks(path);
      const { plan } = planPicks(picks, store, nobody);
      opened = { id: randomUUID(), picks };
      return { id: opened.id, name: basename(path), plan };
    });
  const imported = (steps: readonly DecisionStep<Decision>[]): Done => ({
    what: say('desk.picks.imported', { count: steps.length }),
    back: () => slicewise.back(steps, store.photographs.restore, { again: imported, rest: imported }),
  });

  return {
    'gallery.make': ({ on, options }) => {
      store.settings.save({ lastGallery: options });
      return refusing(async () => {
        const report = await makeGallery(on, options, galleries);
        lastMade = report.path ?? lastMade;
        return report;
      });
    },
    'gallery.reveal': () => {
      if (lastMade === null) throw new Refusal(say('desk.gallery.chooseFolder'));
      desktop.reveal(lastMade);
    },
    'gallery.choosePicks': async () => {
      const path = await desktop.choosePicks();
      return path === null ? null : open(path);
    },
    'gallery.openPicks': ({ grant }, sender) => open(grants.take(sender, 'photographs', grant)[0] ?? ''),
    'gallery.importPicks': ({ id }) =>
      refusing(async () => {
        if (opened?.id !== id) throw new Refusal(say('desk.picks.chooseAgain'));
        const { ids, changeOf } = planPicks(opened.picks, store, nobody);
        opened = null;
        return slicewise.doing('mark', async () => ids, {
          act: (slice) => store.photographs.decideEach(slice, changeOf),
          done: imported,
        });
      }),
  };
}
