import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type CarryRequest, carryParts } from '../../../main/imaging/metadata/carry-parts.ts';
import {
  carryOnThread,
  mergeXmpOnThread,
  sidecarPacketOnThread,
  stripLocationOnThread,
} from '../../../main/imaging/metadata/metadata-thread.ts';
import { wholeFrame } from '../../../main/imaging/metadata/positions/positions.ts';
import { carryAll } from '../../../main/imaging/metadata/rules/filter-metadata.ts';
import { sidecarPacket } from '../../../main/imaging/metadata/rules/write-photo-info.ts';
import { stripLocation } from '../../../main/imaging/metadata/strip-location.ts';
import { openPacketThread } from '../../../main/imaging/packet-thread.ts';
import { mergeXmp } from '../../../main/imaging/xmp/merge-xmp.ts';
import { readXmp } from '../../../main/imaging/xmp/read-xmp.ts';
import { readSidecar, readWithSidecar } from '../../../main/imaging/xmp/sidecar.ts';
import { xmpPacket } from '../../helpers/photograph/metadata-parts.ts';
import { openScratchFiles } from '../../helpers/photograph/scratch-files.ts';
import { matchingError } from '../../helpers/run/message-matchers.ts';
import { watchWorkers } from '../../helpers/run/watch-workers.ts';

const namespaces = {
  crs: 'http://ns.adobe.com/camera-raw-settings/1.0/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
};
const description = (inner: string) =>
  Buffer.from(xmpPacket(namespaces, 'xmp:Rating="4" xmp:Label="Red" photoshop:City="Bergen"', inner));
/** History of many brush strokes. */
const strokes = (count: number) =>
  description(`<crs:Dabs><rdf:Seq>${'<rdf:li>d 0.123456 0.654321</rdf:li>'.repeat(count)}</rdf:Seq></crs:Dabs>`);
const long = strokes(20_000);
const short = strokes(10);

const { folder, put } = openScratchFiles();

describe('a long XMP packet', () => {
  it('next to a photograph is read on a thread, and a short one is not', async () => {
    put('long.xmp', long);
    put('short.xmp', short);
    const [onThread, here] = await Promise.all([
      watchWorkers(() => readSidecar(join(folder, 'long.nef'))),
      readSidecar(join(folder, 'short.nef')),
    ]);
    expect(onThread.result).toEqual(readXmp(long));
    expect(onThread.result).toEqual(here);
    expect(onThread.replies).toEqual([expect.objectContaining({ rating: '4', label: 'Red' })]);
    expect((await watchWorkers(() => readSidecar(join(folder, 'short.nef')))).replies).toEqual([]);
  });

  it('that is unreadable does not fail its photograph', async () => {
    put('broken.xmp', long.subarray(0, -20));
    expect(await readWithSidecar(join(folder, 'broken.nef'), {})).toMatchObject({ rating: null, unread: 'broken.xmp' });
  });

  it('gives the same result on the thread as without it', async () => {
    const parts = { exif: null, xmp: long, iptc: null };
    const positions = {
      ...{ stored: { width: 90, height: 60 }, orientation: 1 as const },
      frame: wholeFrame({ width: 90, height: 60 }),
    };
    const request: CarryRequest = {
      ...{ parts, hasRecords: false, result: { positions, isSrgb: true, isUncalibrated: false } },
      rule: { ...carryAll, without: ['location'], creator: 'Ana', copyright: '© Ana' },
    };
    const carried = await carryOnThread(request, 'a.jpg');
    expect(carried).toEqual(await carryParts(request));
    expect(readXmp(carried.xmp!)).toMatchObject({ creator: 'Ana', rating: 4 });
    expect(await stripLocationOnThread(parts, 'a.jpg')).toEqual(await stripLocation(parts));
    const change = { rating: 2, title: 'Harbor' };
    expect(await mergeXmpOnThread(long, change, 'a.jpg')).toEqual(mergeXmp(long, change));
    const sidecar = { packet: long, change: { ...change, label: 'Blue' }, hasOwnLabel: false, details: null };
    expect(await sidecarPacketOnThread(sidecar, 'a.nef')).toEqual(sidecarPacket(sidecar));
    expect(readXmp(await sidecarPacketOnThread(sidecar, 'a.nef'))).toMatchObject({ label: 'Red', title: 'Harbor' });
  });

  it('fails its own file, with its name, if the thread ends', async () => {
    const entry = put(
      'ends.mjs',
      'import { parentPort } from "node:worker_threads"; parentPort.on("message", () => process.exit(1));',
    );
    const run = openPacketThread<{ count(packet: Buffer): number }>(pathToFileURL(entry));
    const work = (packet: Buffer) => packet.length;
    const failed = run('count', { args: long, packet: long, document: 'a.jpg', work });
    await expect(failed).rejects.toEqual(matchingError(/^“a\.jpg” could not be read\. /));
    await expect(failed).rejects.toMatchObject({ code: 'UNUSABLE_FILE' });
    expect(await run('count', { args: short, packet: short, document: 'a.jpg', work })).toBe(short.length);
  });
});
