import { expect, test } from 'vitest';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { networkIds, networks, networkTerms, networkTitle, parseCatalog } from '../../../contract/services/networks.ts';

test('the catalogue names each network once, best first, from two places, encrypted', () => {
  expect(networks.map(({ id }) => id)).toEqual([...networkIds]);
  for (const { address, checksum, bytes, memoryBytes, licence } of networks) {
    // A release or a commit, so that its content never changes.
    expect(address).toMatch(
      /^https:\/\/(github\.com\/danielgatis\/rembg\/releases\/download\/v0\.0\.0|huggingface\.co\/onnx-community\/[\w-]+\/resolve\/[0-9a-f]{40}\/onnx)\/[\w-]+\.onnx$/,
    );
    expect(checksum).toMatch(/^(md5:[0-9a-f]{32}|sha256:[0-9a-f]{64})$/);
    expect(memoryBytes).toBeGreaterThan(bytes);
    expect(['MIT', 'Apache-2.0']).toContain(licence);
  }
  expect(new Set(networks.map(({ checksum }) => checksum)).size).toBe(networks.length);
});

test('of ISNet only the code is licensed by its authors’ word, of BiRefNet the weights too', () => {
  for (const network of networks) {
    const terms = formatMessage(networkTerms(network));
    if (network.id === 'isnet-general-use')
      expect(terms).toBe(
        'Its authors license “code and evaluation metric” under Apache-2.0. They have not replied to questions about the weights.',
      );
    else
      expect(terms).toBe(
        `According to their author, the code and the weights are licensed under MIT. ${network.title} stays optional, because BiRefNet needs 4 to 9 GB of memory.`,
      );
  }
});

test('each network has a title, including our own', () => {
  expect([networkTitle('u2net'), networkTitle('isnet-general-use')]).toEqual(['U²-Net', 'ISNet']);
});

test('tests can override addresses; an invalid address or checksum is rejected', () => {
  const replacement = { address: 'http://127.0.0.1:8/x', bytes: 3, checksum: `md5:${'a'.repeat(32)}` };
  const changed = parseCatalog(JSON.stringify({ 'isnet-general-use': replacement }));
  expect(changed[3]).toMatchObject({ ...replacement, title: 'ISNet' });
  expect(changed[0]).toEqual(networks[0]);
  expect(() => parseCatalog(JSON.stringify({ 'isnet-general-use': { ...replacement, checksum: 'x' } }))).toThrow();
  expect(() => parseCatalog(JSON.stringify({ another: replacement }))).toThrow();
});
