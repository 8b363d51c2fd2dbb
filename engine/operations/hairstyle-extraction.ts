import type { EngineCall, EngineOutput } from './call.ts';
import { cutElements } from './element-output.ts';

/** Cuts out the hair of all people, the largest face first. */
export function hairstyleExtraction(call: EngineCall): Promise<EngineOutput> {
  return cutElements(call, 'hair', 'cutout');
}
