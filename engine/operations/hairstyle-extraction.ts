/** hairstyle-extraction: the hair of all people. */
import type { EngineCall, EngineOutput } from './call.ts';
import { cutElements } from './element-output.ts';

/**
 * Returns an element for each person with hair, the largest face first.
 * @throws EngineError ERROR_NO_FACE_IN_FILE; ERROR_NO_RECOGNITION_TARGET_DETECTED without hair
 */
export function hairstyleExtraction(call: EngineCall): Promise<EngineOutput> {
  return cutElements(call, 'hair', 'cutout');
}
