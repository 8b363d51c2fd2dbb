import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { networks } from '../../contract/services/networks.ts';
import { checksumOf, smallNetwork } from '../helpers/engine/small-network.ts';
import { messageText } from '../helpers/run/message-matchers.ts';
import { accessibilityFaults } from '../helpers/window/accessible.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const isnet = smallNetwork(networks[3]!, 3, 3_000_000);
const half = isnet.length / 2;
const window = stageWindow('networks');
const { at, id } = window;
/** The Range header of each request. */
const ranges: (string | undefined)[] = [];

/** Sends half of the file in response to the first request, and the rest to later ones. */
function serve(request: IncomingMessage, response: ServerResponse): void {
  if (request.url === '/refused') return void response.writeHead(503).end();
  const { range } = request.headers;
  ranges.push(range);
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  const length = isnet.length - from;
  const rest = { 'content-range': `bytes ${from}-${isnet.length - 1}/${isnet.length}` };
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': length, ...(from > 0 ? rest : {}) });
  if (ranges.length === 1) response.write(isnet.subarray(0, half));
  else response.end(isnet.subarray(from));
}
const server = createServer(serve);

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const file = { bytes: isnet.length, checksum: checksumOf(isnet) };
  const catalog = at('catalogue.json');
  const entries = {
    'isnet-general-use': { address: `${base}/isnet`, ...file },
    'birefnet-general-lite': { address: `${base}/refused`, ...file },
    // No server listens on this port.
    'birefnet-general': { address: 'http://127.0.0.1:9/', ...file },
  };
  writeFileSync(catalog, JSON.stringify(entries));
  process.env.BURNISH_CATALOGUE = catalog;
  await window.open();
  await window.changeSettings({ outputFolder: at('finished'), defaultRecipeId: 'product-on-white' });
});
afterAll(async () => {
  delete process.env.BURNISH_CATALOGUE;
  server.closeAllConnections();
  server.close();
});

const state = (network: string, words: string) => id(`network-state-${network}`).filter({ hasText: words }).waitFor();

it('downloads the default network automatically; after a cancel, it resumes on request and is used', async () => {
  const { page } = window;
  await id('nav-services').click();
  // The download is visible even if the section is collapsed, unlike networks that were not requested.
  const section = id('fold-networks');
  await state('isnet-general-use', 'Downloading');
  expect(await section.getAttribute('aria-expanded')).toBe('false');
  expect(await section.textContent()).toContain('None downloaded');
  expect(await id('network-birefnet-general').count()).toBe(0);
  await section.click();
  const byItself = id('networks-by-itself');
  expect(await byItself.isChecked()).toBe(true);
  const progress = id('network-isnet-general-use').getByText('1.5 MB of 3 MB');
  await progress.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await id('network-cancel-isnet-general-use').click();
  await state('isnet-general-use', 'Paused');
  expect(await progress.count()).toBe(1);
  await window.until(({ settings }) => !settings.fetchNetwork);
  expect(await byItself.isChecked()).toBe(false);
  await id('network-download-isnet-general-use').click();
  await state('isnet-general-use', 'In use');
  expect(ranges).toHaveLength(2);
  expect(Number(/^bytes=(\d+)-$/.exec(ranges[1] ?? '')?.[1])).toBeGreaterThan(0);
});

it('reports each unavailable network in one sentence, and continues with the rest', async () => {
  const { page } = window;
  await id('network-download-birefnet-general').click();
  await page.getByText('127.0.0.1:9 cannot be reached. Check the internet connection, then resume.').waitFor();
  await id('network-download-birefnet-general-lite').click();
  await page.getByText(/is not providing the download right now \(HTTP 503\)/).waitFor();
  await state('isnet-general-use', 'In use');
});

it('shows which network cut out a photograph, and lets the user remove it', async () => {
  const photograph = at('square.png');
  const input = await sharp({ create: { width: 160, height: 160, channels: 3, background: '#eee' } })
    .png()
    .toBuffer();
  await sharp({ create: { width: 480, height: 320, channels: 3, background: '#111' } })
    .composite([{ input }])
    .toFile(photograph);
  await window.drop([photograph]);
  const [job] = await window.atRest(1);
  expect(job?.state).toBe('done');
  await id('nav-queue').click();
  await id(`queue-row-${job?.id}`).click();
  await id('inspector-timeline').getByText('with the ISNet network.').waitFor();
  await id('nav-services').click();
  await id('network-remove-isnet-general-use').click();
  await id('confirm-yes').click();
  await state('isnet-general-use', 'Not downloaded');
  const { engine } = await window.until((seen) => seen.engine.use?.used === 'u2net');
  expect(engine.networks.map(({ message }) => messageText(message)).at(-1)).toBe('');
});
