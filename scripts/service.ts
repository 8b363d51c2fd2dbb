/** `npm run service`: the engine by itself, with the networks that set-up and the app have fetched. */
import { configuredDataDir, networksFolderIn } from '../main/default-data-dir.ts';

process.env.BURNISH_NETWORKS ||= networksFolderIn(configuredDataDir());
await import('../engine/main.ts');
