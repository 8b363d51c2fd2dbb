/** `npm run service`: runs the engine without the app, with all downloaded networks. */
import { configuredDataDir, networksFolderIn } from '../main/default-data-dir.ts';

process.env.BURNISH_NETWORKS ||= networksFolderIn(configuredDataDir());
await import('../engine/main.ts');
