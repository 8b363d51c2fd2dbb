/** Meaning of the interface's error codes. Section "Errors". */
import { type MessageDescriptor, msg, type PlainMessageKey } from '../../../contract/messages/message.ts';
import type { FailureFacts } from './service-failure.ts';

export type ErrorDescription = Pick<FailureFacts, 'kind' | 'subject' | 'advice'> & {
  readonly happened: MessageDescriptor;
  /** Must be right both while the queue retries and after it has given up. */
  readonly todo: MessageDescriptor;
  /** Whether to quote the service's own text, which adds a setting or limit. */
  readonly quotes?: true;
};

const meaning = (
  [kind, subject, advice]: readonly [ErrorDescription['kind'], ErrorDescription['subject'], ErrorDescription['advice']],
  happened: PlainMessageKey,
  todo: PlainMessageKey,
): ErrorDescription => ({ kind, subject, advice, happened: msg(happened), todo: msg(todo) });

const photograph = (happened: PlainMessageKey, todo: PlainMessageKey = 'service.todo.otherPhotograph') =>
  meaning(['fatal', 'input', 'replace-file'], happened, todo);

const recipe = (happened: PlainMessageKey, todo: PlainMessageKey = 'service.todo.checkSettings'): ErrorDescription => ({
  ...meaning(['fatal', 'input', 'edit-recipe'], happened, todo),
  quotes: true,
});

export const transientError = (happened: PlainMessageKey) =>
  meaning(['retry', 'service', 'retry'], happened, 'service.todo.tryLater');

const busy = (happened: PlainMessageKey) => meaning(['wait', 'service', 'none'], happened, 'service.todo.goesOn');

const refused = (happened: PlainMessageKey, todo: PlainMessageKey, advice: ErrorDescription['advice'] = 'none') =>
  meaning(['fatal', 'service', advice], happened, todo);

export const account = (happened: PlainMessageKey, todo: PlainMessageKey) =>
  meaning(['auth', 'auth', 'open-services'], happened, todo);

export const expired = (happened: PlainMessageKey) =>
  meaning(['fatal', 'expired', 'retry'], happened, 'service.todo.sendAgain');

const faceless = photograph('service.code.faceless');
export const notAnOperation = refused('service.code.noOperation', 'service.todo.otherService', 'edit-recipe');
const unreadable = photograph('service.code.unreadable', 'service.todo.saveAgain');
const tooManyPixels = photograph('service.code.tooManyPixels', 'service.todo.fit');
export const tooManyBytes = photograph('service.code.tooManyBytes', 'service.todo.fit');
const badSetting = recipe('service.code.badSetting');
const missingSetting = recipe('service.code.missingSetting');
const noFormat = recipe('service.code.noFormat');
const notOfOurs = (happened: PlainMessageKey) => refused(happened, 'service.todo.askService');
const forbidden = photograph('service.code.forbidden');

export const errorDescriptions = {
  AI_SERVICE_ERROR: transientError('service.code.failedAtWork'),
  AI_SERVICE_FLOW_RESTRICTION: busy('service.code.busy'),
  AI_SERVICE_INTERNAL_ERROR: transientError('service.code.failedAtWork'),
  AI_SERVICE_NOT_FOUND: transientError('service.code.partMissing'),
  AI_SERVICE_TIMEOUT: transientError('service.code.slow'),
  AI_SERVICE_UNAUTHORIZED: transientError('service.code.partRefused'),
  ERROR_ACTION_VERIFICATION_FAILED: photograph('service.code.movement'),
  ERROR_AI_NOT_EXISTS: notAnOperation,
  ERROR_APPLICATIONS_NOT_EXISTS: account('service.code.keyUnknown', 'service.todo.checkKey'),
  ERROR_BATCH_TASK_LIMIT_EXCEEDED: busy('service.code.taskLimit'),
  ERROR_BLURRY_FACE: photograph('service.code.blurred'),
  ERROR_CARTOON_FACE_NOT_SUPPORTED: photograph('service.code.drawn'),
  ERROR_CHIN_OCCLUSION_TOO_HIGH: photograph('service.code.chinCovered'),
  ERROR_CLEANING_USER_GROUP_DATA: transientError('service.code.cleaning'),
  ERROR_CONTENT_NON_COMPLIANCE: forbidden,
  ERROR_CONTENT_NOT_FOUND: notOfOurs('service.code.notFound'),
  ERROR_CONTENT_TOO_LONG: recipe('service.code.longSetting'),
  ERROR_DATABASE_LIMIT_EXCEEDED: transientError('service.code.accountLimit'),
  ERROR_DATA_ALREADY_EXISTS: notOfOurs('service.code.taken'),
  ERROR_DATA_TRANSFER_FAILED: transientError('service.code.photographLost'),
  ERROR_DUPLICATE_GROUP_NAME: notOfOurs('service.code.nameTaken'),
  ERROR_FACE_ALREADY_EXISTS: notOfOurs('service.code.faceTaken'),
  ERROR_FACE_BLENDING_FAILED: transientError('service.code.blending'),
  ERROR_FACE_COPY_SCENE_MISMATCH: photograph('service.code.otherPair'),
  ERROR_FACE_COUNT_INVALID: photograph('service.code.faceCount'),
  ERROR_FACE_IMAGE_ADDITION_FAILED: transientError('service.code.faceNotAdded'),
  ERROR_FACE_NOT_FACING_FORWARD: photograph('service.code.turnedAway'),
  ERROR_FACE_NOT_FOUND: faceless,
  ERROR_FACE_SIZE_NOT_MEET_REQUIREMENTS: photograph('service.code.faceSize'),
  ERROR_FACE_SIZE_RATIO_NOT_MET: photograph('service.code.faceShare'),
  ERROR_FACE_TOKEN_NOT_FOUND: notOfOurs('service.code.faceForgotten'),
  ERROR_FACE_TRACE_LIMIT_EXCEEDED: transientError('service.code.accountLimit'),
  ERROR_FACE_UNRECOGNIZABLE: photograph('service.code.unrecognisable'),
  ERROR_FILE_DOWNLOAD_FAILED: transientError('service.code.downloadFailed'),
  ERROR_FILE_DOWNLOAD_TIMEOUT: transientError('service.code.downloadSlow'),
  ERROR_FILE_NOT_FOUND: refused('service.code.fileLost', 'service.todo.sendAgain', 'retry'),
  ERROR_FILE_UPLOAD_FAILED: transientError('service.code.fileNotTaken'),
  ERROR_GATEWAY: transientError('service.code.behindGateway'),
  ERROR_GET_FACE_IMAGE_FAILED: transientError('service.code.extracting'),
  ERROR_HIGH_RESOLUTION: tooManyPixels,
  ERROR_ILLEGAL_FILE: unreadable,
  ERROR_ILLEGAL_OPERATION: refused('service.code.actionRefused', 'service.todo.askOrRecipe', 'edit-recipe'),
  ERROR_IMAGE_RECOGNITION_FAILED: photograph('service.code.unrecognised'),
  ERROR_IMAGE_STORAGE_NOT_SUPPORTED: notAnOperation,
  ERROR_INCOMPLETE_FACE: photograph('service.code.cutOff'),
  ERROR_INCORRECT_FILE_COUNT: recipe('service.code.fileCount', 'service.todo.checkRecipe'),
  ERROR_INSUFFICIENT_RESOURCES: busy('service.code.noCapacity'),
  ERROR_INVALID_BIG_EYES_PARAMETER: recipe('service.code.bigEyes'),
  ERROR_INVALID_FACE_BOX_PARAMETER: recipe('service.code.faceBox'),
  ERROR_INVALID_FACE_SLIMMING_PARAMETER: recipe('service.code.slimming'),
  ERROR_INVALID_FILE: unreadable,
  ERROR_INVALID_OUTPUT_FORMAT: noFormat,
  ERROR_INVALID_PARAMETER: badSetting,
  ERROR_INVALID_PARAMETER_FORMAT: badSetting,
  ERROR_INVALID_RESPONSE_FORMAT: noFormat,
  ERROR_INVALID_SIDE_PARAMETER: badSetting,
  ERROR_INVALID_SKIN_WHITENING_PARAMETER: recipe('service.code.whitening'),
  ERROR_INVALID_SMOOTHING_PARAMETER: recipe('service.code.smoothing'),
  ERROR_INVALID_URL: badSetting,
  ERROR_LEFT_EYE_OCCLUSION_TOO_HIGH: photograph('service.code.leftEyeCovered'),
  ERROR_LEFT_FACE_OCCLUSION_TOO_HIGH: photograph('service.code.leftSideCovered'),
  ERROR_LIVENESS_CONTROL_ERROR: badSetting,
  ERROR_LIVENESS_DETECTION_FAILED: photograph('service.code.pictureOfPicture'),
  ERROR_LOW_RESOLUTION: photograph('service.code.fewPixels', 'service.todo.larger'),
  ERROR_MASK_IMAGE_RESOLUTION_MISMATCH: recipe('service.code.maskSize', 'service.todo.sameSize'),
  ERROR_MISSING_ASSURE_DIRECTION_PARAMETER: missingSetting,
  ERROR_MISSING_LIMIT_PARAMETER: missingSetting,
  ERROR_MISSING_MIN_HEIGHT_PARAMETER: missingSetting,
  ERROR_MISSING_OUTPUT_FORMAT: missingSetting,
  ERROR_MISSING_TASKS_PARAMETER: missingSetting,
  ERROR_MOUTH_OCCLUSION_TOO_HIGH: photograph('service.code.mouthCovered'),
  ERROR_NOSE_OCCLUSION_TOO_HIGH: photograph('service.code.noseCovered'),
  ERROR_NOT_ENOUGH_CREDITS: meaning(
    ['credits', 'credits', 'open-services'],
    'service.code.noCredits',
    'service.todo.topUp',
  ),
  ERROR_NO_FACE_IN_FILE: faceless,
  ERROR_NO_RECOGNITION_TARGET_DETECTED: photograph('service.code.nothingFound'),
  ERROR_OBSTRUCTED_FACE: photograph('service.code.covered'),
  ERROR_PARAMETERS: badSetting,
  ERROR_PARAMETER_CONVERSION_FAILED: badSetting,
  ERROR_POOR_FACE_LIGHTING: photograph('service.code.poorlyLit'),
  ERROR_POOR_FACE_QUALITY: photograph('service.code.unclear'),
  ERROR_POSE_NOT_ENOUGH_KEYPOINTS: photograph('service.code.tooLittlePerson'),
  ERROR_QUALITY_CONTROL_ERROR: badSetting,
  ERROR_QUALITY_SCORE_NOT_MEET_REQUIREMENTS: photograph('service.code.quality'),
  ERROR_REQUEST_BODY_TOO_LARGE: tooManyBytes,
  ERROR_RESOURCE_IN_TRANSIT: transientError('service.code.preparing'),
  ERROR_RESOURCE_IN_USE: notOfOurs('service.code.inUse'),
  ERROR_RESOURCE_NOT_FOUND: notOfOurs('service.code.notFound'),
  ERROR_RESOURCE_RECLAIMED: expired('service.code.resultGone'),
  ERROR_RESOURCE_UNAVAILABLE: transientError('service.code.partUnavailable'),
  ERROR_RESPONSE_BODY_TOO_LARGE: photograph('service.code.largeResult', 'service.todo.smaller'),
  ERROR_RIGHT_EYE_OCCLUSION_TOO_HIGH: photograph('service.code.rightEyeCovered'),
  ERROR_RIGHT_FACE_OCCLUSION_TOO_HIGH: photograph('service.code.rightSideCovered'),
  ERROR_SCENE_TYPE_MISMATCH: photograph('service.code.otherScene'),
  ERROR_SMALL_FACE_SIZE: photograph('service.code.smallFace'),
  ERROR_SYNTHESIS_DETECTION_FAILED: photograph('service.code.artificialFace'),
  ERROR_TASK_CONFLICT: notOfOurs('service.code.taskConflict'),
  ERROR_TASK_REVOCATION_FAILED: notOfOurs('service.code.taskNotCancelled'),
  ERROR_TASK_REVOKED: expired('service.code.taskCancelled'),
  ERROR_TASK_STOPPED_PROCESSING: expired('service.code.taskStopped'),
  ERROR_TEMPLATE_IMAGE_QUALITY_TOO_LOW: photograph('service.code.referenceQuality'),
  ERROR_TOO_MANY_APPS_IN_APP_LIST: badSetting,
  ERROR_TOO_MANY_FILES: recipe('service.code.tooManyFiles', 'service.todo.checkRecipe'),
  ERROR_TOO_MANY_GROUPS_IN_GROUP_LIST: badSetting,
  ERROR_TOO_MANY_UIDS_IN_UID_LIST: badSetting,
  ERROR_UNSUPPORTED_GRAYSCALE_IMAGE: photograph('service.code.grey', 'service.todo.colour'),
  ERROR_UNSUPPORTED_RESPONSE_FORMAT: noFormat,
  ERROR_USER_ALREADY_EXISTS: notOfOurs('service.code.userTaken'),
  ERROR_USER_GROUP_ALREADY_EXISTS: notOfOurs('service.code.groupTaken'),
  ERROR_USER_GROUP_NOT_FOUND: notOfOurs('service.code.groupUnknown'),
  ERROR_USER_LOCKED: account('service.code.accountLocked', 'service.todo.unlock'),
  ERROR_USER_NOT_EXISTS: account('service.code.accountUnknown', 'service.todo.checkKey'),
  ERROR_USER_NOT_FOUND: notOfOurs('service.code.userUnknown'),
  ERROR_VIDEO_DURATION_EXCEEDED: photograph('service.code.video'),
  EXCEEDING_LIMITS: busy('service.code.slowDown'),
  FILE_CONTENT_NON_COMPLIANCE: forbidden,
  FILE_DECODING_FAILURE: unreadable,
  FILE_RESOLUTION_EXCEEDS_LIMITS: tooManyPixels,
  FILE_SERVICE_ERROR: transientError('service.code.storage'),
  FILE_SIZE_EXCEEDS_LIMIT: tooManyBytes,
  MISSING_PARAMETERS: missingSetting,
  PARAMETERS_CANNOT_EMPTY: missingSetting,
  PROCESSING_FAILURE: transientError('service.code.notFinished'),
  SERVICE_INTERNAL_ERROR: transientError('service.code.fault'),
  UNKNOWN_ERROR: transientError('service.code.faultUnknown'),
  UNSUPPORTED_FILE_TYPES: photograph('service.code.fileType', 'service.todo.fitOrJpeg'),
  UNSUPPORTED_PARAMETER_VALUES: badSetting,
} satisfies Record<string, ErrorDescription>;

export type ServiceCode = keyof typeof errorDescriptions;

export function describeErrorCode(code: string): ErrorDescription | undefined {
  return Object.hasOwn(errorDescriptions, code) ? errorDescriptions[code as ServiceCode] : undefined;
}
