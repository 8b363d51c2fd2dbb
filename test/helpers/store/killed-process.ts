/** Simulates the database entries of a killed process. */
import { openStore, type Store } from '../../../main/store/index.ts';

/** Runs `work` as another process with the data folder that has ended afterwards, even if `work` throws. */
export async function asKilledProcess(folder: string, work: (store: Store) => unknown): Promise<void> {
  const store = openStore({ folder });
  try {
    await work(store);
  } finally {
    store.close();
  }
}
