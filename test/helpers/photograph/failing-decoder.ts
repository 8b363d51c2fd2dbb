/** A replacement for the developing thread, whose decoder behaves as the file's name demands. */
import { writeFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
import { msg } from '../../../contract/messages/message.ts';
import type { DevelopInput } from '../../../main/imaging/develop/develop.worker.ts';
import { ImagingError } from '../../../main/imaging/errors.ts';
import { serveThread } from '../../../main/threads/serve-thread.ts';

serveThread(() => ({
  answers: {
    develop({ name, to }: DevelopInput) {
      switch (name) {
        case 'hangs':
          for (;;);
        case 'dies':
          return process.exit(1);
        case 'refuses':
          throw new ImagingError('UNUSABLE_FILE', msg('imaging.file.damaged', { name }));
        case 'breaks':
          writeFileSync(to, 'half');
          throw new Error('unreachable');
        case 'fills its memory': {
          const all: number[][] = [];
          for (;;) all.push(new Array(100_000).fill(Math.sqrt(all.length)));
        }
        default:
          writeFileSync(to, Buffer.alloc(1000));
          return { from: 'heic', notes: [], embedded: null, thread: threadId };
      }
    },
  },
}));
