import { serveThread } from '../../threads/serve-thread.ts';
import { withBuffers } from '../packet-thread.ts';
import { isPointer, joinPackets, readGuid, splitXmp } from './extended-xmp.ts';
import { mergeXmp, removeXmpProperties } from './merge-xmp.ts';
import { readXmpTexts } from './read-xmp.ts';
import type { XmpWork } from './xmp-thread.ts';

const answers: XmpWork = {
  readTexts: readXmpTexts,
  readGuid,
  join: joinPackets,
  split: splitXmp,
  merge: ({ packet, change }) => mergeXmp(packet, change),
  removePointer: (packet) => removeXmpProperties(packet, isPointer),
};

serveThread(() => ({ answers: withBuffers(answers) }));
