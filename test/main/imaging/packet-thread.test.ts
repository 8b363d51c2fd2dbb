import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CarryRequest, carryParts } from '../../../main/imaging/metadata/carry-parts.ts';
import { copyMetadata } from '../../../main/imaging/metadata/copy-metadata.ts';
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
import { inspectImage } from '../../../main/imaging/read/inspect-image.ts';
import { readXmpPacket } from '../../../main/imaging/xmp/extended-xmp.ts';
import { mergeXmp } from '../../../main/imaging/xmp/merge-xmp.ts';
import { readXmp } from '../../../main/imaging/xmp/read-xmp.ts';
import { readSidecar, readWithSidecar } from '../../../main/imaging/xmp/sidecar.ts';
import { matchingError } from '../../helpers/run/message-matchers.ts';
import { watchWorkers } from '../../helpers/run/watch-workers.ts';

const description = (inner: string) =>
  Buffer.from(
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
       xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmp:Rating="4" xmp:Label="Red" photoshop:City="Bergen">
       ${inner}</rdf:Description></rdf:RDF></x:xmpmeta>`,
  );
/** History of many brush strokes. */
const strokes = (count: number) =>
  description(`<crs:Dabs><rdf:Seq>${'<rdf:li>d 0.123456 0.654321</rdf:li>'.repeat(count)}</rdf:Seq></crs:Dabs>`);
const long = strokes(20_000);
const short = strokes(10);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-packets-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a long XMP packet', () => {
  it('next to a photograph is read on a thread, and a short one is not', async () => {
    writeFileSync(join(folder, 'long.xmp'), long);
    writeFileSync(join(folder, 'short.xmp'), short);
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
    writeFileSync(join(folder, 'broken.xmp'), long.subarray(0, -20));
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

  it('is copied from a photograph to its finished version, through extended XMP', async () => {
    const [source, result] = [join(folder, 'source.jpg'), join(folder, 'result.jpg')];
    const plain = sharp({ create: { width: 60, height: 40, channels: 3, background: '#888' } }).jpeg();
    await plain.clone().withXmp(long.toString()).png().toFile(join(folder, 'source.png'));
    await plain.clone().toFile(source);
    await copyMetadata(join(folder, 'source.png'), source, { width: 60, height: 40 });
    await plain.clone().toFile(result);
    expect(await inspectImage(source)).toMatchObject({ texts: { rating: '4', label: 'Red' } });
    expect(await copyMetadata(source, result, { width: 60, height: 40 })).toEqual([]);
    const joined = await readXmpPacket(result, await sharp(result).metadata());
    expect(joined?.extended).toBe('joined');
    expect(joined?.packet.toString().match(/<rdf:li>d 0.123456/g)).toHaveLength(20_000);
  });

  it('fails its own file, with its name, if the thread ends', async () => {
    const entry = join(folder, 'ends.mjs');
    writeFileSync(
      entry,
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
