/** hairstyle-extraction: the hair of everybody on a photograph, a piece each. */
import type { EngineCall, EngineOutput } from './call.ts';
import { cutElements } from './element-output.ts';

/**
 * Elements from the largest face to the smallest, each as large as its box; people without hair have none.
 * @throws EngineError ERROR_NO_FACE_IN_FILE, ERROR_NO_RECOGNITION_TARGET_DETECTED when there are faces but no hair
 */
export function hairstyleExtraction(call: EngineCall): Promise<EngineOutput> {
  return cutElements(call, 'hair', 'cutout');
}
