/** `npm run service`: the engine by itself, with the networks that set-up and the app have fetched. */
import { networksIn, usualDataDir } from '../main/data-dir.ts';

process.env.BURNISH_NETWORKS ||= networksIn(usualDataDir());
await import('../engine/main.ts');
