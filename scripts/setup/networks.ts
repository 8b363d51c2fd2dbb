/** Brings networks of the catalogue (preload/contract/networks.ts) into Burnish's data folder, where window and command line find them. */
import { defaultDataDir, networksIn } from '../../main/data-dir.ts';
import { createNetworks } from '../../main/service/engine/networks/networks.ts';
import { keepToOwner } from '../../main/store/data-folder/private-files.ts';
import { holdFile } from '../../main/store/index.ts';
import { type CatalogueNetwork, networkIdSchema, networkIds, networks } from '../../preload/contract/networks.ts';
import { inWords } from '../../preload/in-words.ts';
import type { Teller } from './say.ts';
import { megabytes } from './units.ts';

/** A network could not be had, with one sentence for the person. */
export class NoNetwork extends Error {
  override name = 'NoNetwork';
}

/**
 * Downloads the network of that name, or goes on with it; says what it is before.
 * @param dataDir the data folder of Burnish
 * @param catalogue as in `NetworksOptions`
 * @throws NoNetwork
 */
export async function setUpNetwork(
  name: string,
  teller: Teller,
  dataDir = process.env.BURNISH_DATA ?? defaultDataDir(),
  catalogue?: readonly CatalogueNetwork[],
): Promise<void> {
  const id = networkIdSchema.safeParse(name).data;
  if (id === undefined) throw new NoNetwork(`There is no network “${name}”. There are ${networkIds.join(', ')}.`);
  const { bytes, licence, memoryBytes, timesAsLong } = networks.find((each) => each.id === id) as CatalogueNetwork;
  keepToOwner();
  const all = createNetworks({
    folder: networksIn(dataDir),
    catalogue,
    hold: holdFile,
    onChange: () => teller.progress(id, status().doneBytes, status().totalBytes),
  });
  const status = () => all.list().find((each) => each.id === id)!;
  await all.checked(id);
  if (status().state === 'ready') return teller.say(`${id} is there.`);
  teller.say(
    `Fetching ${id} (${megabytes(bytes)}, ${licence}). It wants ${megabytes(memoryBytes)} of free memory, and up to ${timesAsLong} times as long as U²-Net.`,
  );
  await all.download(id);
  teller.finished(id);
  const { state, message } = status();
  if (state !== 'ready') throw new NoNetwork(inWords(message ?? '', 'terminal'));
  teller.say(`${id} is there, and is used from the next photograph on.`);
}
