/** Error codes of the interface with their HTTP status now, and a year earlier (null if they are newer). Section "Errors". */
import { errorStatus } from '../../../engine/interface-error-codes.ts';

export type ErrorCode = keyof typeof errorStatus;
export const errorCodeNames = Object.keys(errorStatus) as ErrorCode[];

/** Codes by their earlier status, if that was another. */
const earlier: Readonly<Record<string, readonly string[]>> = {
  400: [
    'ERROR_BATCH_TASK_LIMIT_EXCEEDED ERROR_CLEANING_USER_GROUP_DATA ERROR_DATABASE_LIMIT_EXCEEDED',
    'ERROR_DATA_TRANSFER_FAILED ERROR_FACE_BLENDING_FAILED ERROR_FACE_IMAGE_ADDITION_FAILED',
    'ERROR_FACE_TRACE_LIMIT_EXCEEDED ERROR_FILE_DOWNLOAD_FAILED ERROR_FILE_DOWNLOAD_TIMEOUT',
    'ERROR_FILE_UPLOAD_FAILED ERROR_GET_FACE_IMAGE_FAILED ERROR_IMAGE_STORAGE_NOT_SUPPORTED',
    'ERROR_INSUFFICIENT_RESOURCES ERROR_INVALID_RESPONSE_FORMAT ERROR_RESOURCE_IN_TRANSIT',
    'ERROR_RESOURCE_UNAVAILABLE ERROR_TASK_REVOCATION_FAILED ERROR_TOO_MANY_FILES FILE_DECODING_FAILURE',
    'PROCESSING_FAILURE',
  ],
  403: ['AI_SERVICE_UNAUTHORIZED ERROR_ILLEGAL_FILE'],
  404: ['AI_SERVICE_NOT_FOUND'],
  405: ['ERROR_ILLEGAL_OPERATION'],
  409: ['ERROR_TASK_REVOKED'],
  413: ['ERROR_CONTENT_TOO_LONG ERROR_RESPONSE_BODY_TOO_LARGE ERROR_VIDEO_DURATION_EXCEEDED'],
  415: ['ERROR_INVALID_OUTPUT_FORMAT'],
  422: [
    'ERROR_HIGH_RESOLUTION ERROR_INVALID_BIG_EYES_PARAMETER ERROR_INVALID_FACE_BOX_PARAMETER',
    'ERROR_INVALID_FACE_SLIMMING_PARAMETER ERROR_INVALID_PARAMETER_FORMAT',
    'ERROR_INVALID_SKIN_WHITENING_PARAMETER ERROR_INVALID_SMOOTHING_PARAMETER',
    'ERROR_LIVENESS_CONTROL_ERROR ERROR_MASK_IMAGE_RESOLUTION_MISMATCH ERROR_MISSING_OUTPUT_FORMAT',
    'ERROR_PARAMETER_CONVERSION_FAILED ERROR_QUALITY_CONTROL_ERROR ERROR_TASK_STOPPED_PROCESSING',
    'EXCEEDING_LIMITS FILE_RESOLUTION_EXCEEDS_LIMITS UNSUPPORTED_PARAMETER_VALUES',
  ],
  500: ['AI_SERVICE_ERROR AI_SERVICE_INTERNAL_ERROR FILE_SERVICE_ERROR'],
  none: ['ERROR_FACE_COUNT_INVALID ERROR_POSE_NOT_ENOUGH_KEYPOINTS'],
};

function earlierStatusOf(code: ErrorCode): number | null {
  const [status = errorStatus[code]] =
    Object.entries(earlier).find(([, lines]) => lines.some((line) => line.split(' ').includes(code))) ?? [];
  return status === 'none' ? null : Number(status);
}

type Statuses = readonly [now: number, before: number | null];
export const errorCodes = Object.fromEntries(
  errorCodeNames.map((code): [ErrorCode, Statuses] => [code, [errorStatus[code], earlierStatusOf(code)]]),
) as Record<ErrorCode, Statuses>;
