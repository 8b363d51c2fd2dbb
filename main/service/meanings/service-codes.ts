/** What every error code of the interface means to a photographer, and what the queue does about it. Section "Errors". */
import type { Message } from '../../../preload/contract/sentence.ts';
import type { FailureFacts } from '../failure.ts';

/** The meaning of one code, in two sentences. */
export type Meaning = Pick<FailureFacts, 'kind' | 'subject' | 'advice'> & {
  readonly happened: Message;
  /** What the user can do. It must be right both while the queue tries again by itself and after it has given up. */
  readonly todo: Message;
  /** The service's own words add something here (which setting, which limit) and are quoted. */
  readonly quotes?: true;
};

const otherPhotograph = 'Choose another one, or another recipe.';

/** The photograph is not what the operation needs. */
const photograph = (happened: string, todo = otherPhotograph): Meaning => ({
  kind: 'fatal',
  subject: 'input',
  advice: 'replace-file',
  happened,
  todo,
});

/** The recipe's settings are not what the operation takes. */
const recipe = (happened: string, todo = 'Check the settings of the recipe.'): Meaning => ({
  kind: 'fatal',
  subject: 'input',
  advice: 'edit-recipe',
  happened,
  todo,
  quotes: true,
});

/** A fault at the service that may pass. */
export const passing = (happened: string, todo = 'Try again later.'): Meaning => ({
  kind: 'retry',
  subject: 'service',
  advice: 'retry',
  happened,
  todo,
});

/** The service has too much to do. */
const busy = (happened: string): Meaning => ({
  kind: 'wait',
  subject: 'service',
  advice: 'none',
  happened,
  todo: 'Work goes on as soon as it allows.',
});

/** The service will not do this, however often it is asked. */
const refused = (happened: string, todo: string, advice: Meaning['advice'] = 'none'): Meaning => ({
  kind: 'fatal',
  subject: 'service',
  advice,
  happened,
  todo,
});

/** Key or account. */
export const account = (happened: string, todo: string): Meaning => ({
  kind: 'auth',
  subject: 'auth',
  advice: 'open-services',
  happened,
  todo,
});

/** The result is no longer kept. */
export const expired = (happened: string): Meaning => ({
  kind: 'fatal',
  subject: 'expired',
  advice: 'retry',
  happened,
  todo: 'Send the photograph again.',
});

const faceless = photograph('The photograph has no face that can be seen.');
export const notAnOperation = refused(
  'The service does not offer this operation.',
  'Choose another recipe, or another service.',
  'edit-recipe',
);
const unreadable = photograph(
  'The service could not read the photograph.',
  'Open it and save it again, or choose another one.',
);
const tooManyPixels = photograph(
  'The photograph has more pixels than the service takes.',
  'Let the recipe fit photographs to the service, or make it smaller.',
);
export const tooManyBytes = photograph(
  'The file is larger than the service takes.',
  'Let the recipe fit photographs to the service, or make it smaller.',
);
const badSetting = recipe('The service does not accept a setting of this recipe.');
const missingSetting = recipe('The service misses a setting in this recipe.');
const notOfOurs = (happened: string) => refused(happened, 'Ask the service with the request number under Details.');
const covered = (what: string) => photograph(`${what} of the face is covered.`);
const forbidden = photograph('The service refused the photograph because of what it shows.');

export const meanings = {
  AI_SERVICE_ERROR: passing('The service failed while it worked on the photograph.'),
  AI_SERVICE_FLOW_RESTRICTION: busy('The service has too much to do just now.'),
  AI_SERVICE_INTERNAL_ERROR: passing('The service failed while it worked on the photograph.'),
  AI_SERVICE_NOT_FOUND: passing('A part of the service cannot be reached just now.'),
  AI_SERVICE_TIMEOUT: passing('The service took too long.'),
  AI_SERVICE_UNAUTHORIZED: passing('A part of the service refused the service itself.'),
  ERROR_ACTION_VERIFICATION_FAILED: photograph('The service could not confirm the movement it looked for.'),
  ERROR_AI_NOT_EXISTS: notAnOperation,
  ERROR_APPLICATIONS_NOT_EXISTS: account('The service does not know this API key.', 'Check the key under Services.'),
  ERROR_BATCH_TASK_LIMIT_EXCEEDED: busy('The service works on as many tasks of this account as it allows.'),
  ERROR_BLURRY_FACE: photograph('The face is too blurred.'),
  ERROR_CARTOON_FACE_NOT_SUPPORTED: photograph('The face looks drawn; the service takes photographs only.'),
  ERROR_CHIN_OCCLUSION_TOO_HIGH: covered('The chin'),
  ERROR_CLEANING_USER_GROUP_DATA: passing('The service is tidying up this account.'),
  ERROR_CONTENT_NON_COMPLIANCE: forbidden,
  ERROR_CONTENT_NOT_FOUND: notOfOurs('The service did not find what was asked for.'),
  ERROR_CONTENT_TOO_LONG: recipe('A setting of this recipe is too long for the service.'),
  ERROR_DATABASE_LIMIT_EXCEEDED: passing('The account has reached a limit of the service.', 'Try again later.'),
  ERROR_DATA_ALREADY_EXISTS: notOfOurs('The service says it has this already.'),
  ERROR_DATA_TRANSFER_FAILED: passing('The service lost the photograph on its way through.'),
  ERROR_DUPLICATE_GROUP_NAME: notOfOurs('The service says this name is taken.'),
  ERROR_FACE_ALREADY_EXISTS: notOfOurs('The service says it has this face already.'),
  ERROR_FACE_BLENDING_FAILED: passing('The service could not work the face into the picture.'),
  ERROR_FACE_COPY_SCENE_MISMATCH: photograph('The two photographs do not go together.'),
  ERROR_FACE_COUNT_INVALID: photograph('The photograph shows more or fewer faces than this operation takes.'),
  ERROR_FACE_IMAGE_ADDITION_FAILED: passing('The service could not take the face in.'),
  ERROR_FACE_NOT_FACING_FORWARD: photograph('The face is turned away too far.'),
  ERROR_FACE_NOT_FOUND: faceless,
  ERROR_FACE_SIZE_NOT_MEET_REQUIREMENTS: photograph('The face is too small or too large in the photograph.'),
  ERROR_FACE_SIZE_RATIO_NOT_MET: photograph('The face takes up too little or too much of the photograph.'),
  ERROR_FACE_TOKEN_NOT_FOUND: notOfOurs('The service no longer knows this face.'),
  ERROR_FACE_TRACE_LIMIT_EXCEEDED: passing('The account has reached a limit of the service.', 'Try again later.'),
  ERROR_FACE_UNRECOGNIZABLE: photograph('The service could not make out the face.'),
  ERROR_FILE_DOWNLOAD_FAILED: passing('The service could not fetch a file it needs.'),
  ERROR_FILE_DOWNLOAD_TIMEOUT: passing('The service took too long to fetch a file it needs.'),
  ERROR_FILE_NOT_FOUND: refused('The service lost the file on its way through.', 'Send the photograph again.', 'retry'),
  ERROR_FILE_UPLOAD_FAILED: passing('The service could not take the file in.'),
  ERROR_GATEWAY: passing('The service cannot be reached behind its entrance.'),
  ERROR_GET_FACE_IMAGE_FAILED: passing('The service could not get the face from the photograph.'),
  ERROR_HIGH_RESOLUTION: tooManyPixels,
  ERROR_ILLEGAL_FILE: unreadable,
  ERROR_ILLEGAL_OPERATION: refused(
    'The service does not allow this account to do this.',
    'Ask the service, or choose another recipe.',
    'edit-recipe',
  ),
  ERROR_IMAGE_RECOGNITION_FAILED: photograph('The service could not recognise what the photograph shows.'),
  ERROR_IMAGE_STORAGE_NOT_SUPPORTED: notAnOperation,
  ERROR_INCOMPLETE_FACE: photograph('The face is cut off by the edge of the photograph.'),
  ERROR_INCORRECT_FILE_COUNT: recipe('The operation needs another number of photographs.', 'Check the recipe.'),
  ERROR_INSUFFICIENT_RESOURCES: busy('The service has no room for more work just now.'),
  ERROR_INVALID_BIG_EYES_PARAMETER: recipe('The service does not accept the setting for larger eyes.'),
  ERROR_INVALID_FACE_BOX_PARAMETER: recipe('The service does not accept the place given for the face.'),
  ERROR_INVALID_FACE_SLIMMING_PARAMETER: recipe('The service does not accept the setting for a slimmer face.'),
  ERROR_INVALID_FILE: unreadable,
  ERROR_INVALID_OUTPUT_FORMAT: recipe('The service cannot give the result in this form.'),
  ERROR_INVALID_PARAMETER: badSetting,
  ERROR_INVALID_PARAMETER_FORMAT: badSetting,
  ERROR_INVALID_RESPONSE_FORMAT: recipe('The service cannot give the result in this form.'),
  ERROR_INVALID_SIDE_PARAMETER: badSetting,
  ERROR_INVALID_SKIN_WHITENING_PARAMETER: recipe('The service does not accept the setting for whitening.'),
  ERROR_INVALID_SMOOTHING_PARAMETER: recipe('The service does not accept the setting for smoothing.'),
  ERROR_INVALID_URL: badSetting,
  ERROR_LEFT_EYE_OCCLUSION_TOO_HIGH: covered('The left eye'),
  ERROR_LEFT_FACE_OCCLUSION_TOO_HIGH: covered('The left side'),
  ERROR_LIVENESS_CONTROL_ERROR: badSetting,
  ERROR_LIVENESS_DETECTION_FAILED: photograph(
    'The service takes the photograph for one of a picture, not of a person.',
  ),
  ERROR_LOW_RESOLUTION: photograph('The photograph has too few pixels.', 'Choose a larger one, or another recipe.'),
  ERROR_MASK_IMAGE_RESOLUTION_MISMATCH: recipe('Photograph and mask differ in size.', 'Give both the same size.'),
  ERROR_MISSING_ASSURE_DIRECTION_PARAMETER: missingSetting,
  ERROR_MISSING_LIMIT_PARAMETER: missingSetting,
  ERROR_MISSING_MIN_HEIGHT_PARAMETER: missingSetting,
  ERROR_MISSING_OUTPUT_FORMAT: missingSetting,
  ERROR_MISSING_TASKS_PARAMETER: missingSetting,
  ERROR_MOUTH_OCCLUSION_TOO_HIGH: covered('The mouth'),
  ERROR_NOSE_OCCLUSION_TOO_HIGH: covered('The nose'),
  ERROR_NOT_ENOUGH_CREDITS: {
    kind: 'credits',
    subject: 'credits',
    advice: 'open-services',
    happened: 'The account has no credits left.',
    todo: 'Top it up at the service, then let the queue go on.',
  },
  ERROR_NO_FACE_IN_FILE: faceless,
  ERROR_NO_RECOGNITION_TARGET_DETECTED: photograph('The service found nothing in the photograph to work on.'),
  ERROR_OBSTRUCTED_FACE: photograph('The face is covered in part.'),
  ERROR_PARAMETERS: badSetting,
  ERROR_PARAMETER_CONVERSION_FAILED: badSetting,
  ERROR_POOR_FACE_LIGHTING: photograph('The face is lit too poorly.'),
  ERROR_POOR_FACE_QUALITY: photograph('The face is too unclear.'),
  ERROR_POSE_NOT_ENOUGH_KEYPOINTS: photograph('Too little of the person can be seen.'),
  ERROR_QUALITY_CONTROL_ERROR: badSetting,
  ERROR_QUALITY_SCORE_NOT_MEET_REQUIREMENTS: photograph('The photograph is not clear enough for this operation.'),
  ERROR_REQUEST_BODY_TOO_LARGE: tooManyBytes,
  ERROR_RESOURCE_IN_TRANSIT: passing('The service is moving what it needs for this.'),
  ERROR_RESOURCE_IN_USE: notOfOurs('The service is already at work on this.'),
  ERROR_RESOURCE_NOT_FOUND: notOfOurs('The service did not find what was asked for.'),
  ERROR_RESOURCE_RECLAIMED: expired('The service no longer keeps this result.'),
  ERROR_RESOURCE_UNAVAILABLE: passing('A part of the service is not available just now.'),
  ERROR_RESPONSE_BODY_TOO_LARGE: photograph(
    'The result is larger than the service can send.',
    'Make the photograph smaller, or choose another recipe.',
  ),
  ERROR_RIGHT_EYE_OCCLUSION_TOO_HIGH: covered('The right eye'),
  ERROR_RIGHT_FACE_OCCLUSION_TOO_HIGH: covered('The right side'),
  ERROR_SCENE_TYPE_MISMATCH: photograph('The photograph shows something else than this operation is for.'),
  ERROR_SMALL_FACE_SIZE: photograph('The face is too small in the photograph.'),
  ERROR_SYNTHESIS_DETECTION_FAILED: photograph('The service takes the face for an artificial one.'),
  ERROR_TASK_CONFLICT: notOfOurs('The service is already at work on the same task.'),
  ERROR_TASK_REVOCATION_FAILED: notOfOurs('The service could not call the task off.'),
  ERROR_TASK_REVOKED: expired('The task was called off at the service.'),
  ERROR_TASK_STOPPED_PROCESSING: expired('The service stopped working on the task.'),
  ERROR_TEMPLATE_IMAGE_QUALITY_TOO_LOW: photograph('The reference photograph is not clear enough.'),
  ERROR_TOO_MANY_APPS_IN_APP_LIST: badSetting,
  ERROR_TOO_MANY_FILES: recipe('The service takes fewer photographs at a time.', 'Check the recipe.'),
  ERROR_TOO_MANY_GROUPS_IN_GROUP_LIST: badSetting,
  ERROR_TOO_MANY_UIDS_IN_UID_LIST: badSetting,
  ERROR_UNSUPPORTED_GRAYSCALE_IMAGE: photograph(
    'The service does not take grey photographs.',
    'Save it as a colour photograph, or choose another recipe.',
  ),
  ERROR_UNSUPPORTED_RESPONSE_FORMAT: recipe('The service cannot give the result in this form.'),
  ERROR_USER_ALREADY_EXISTS: notOfOurs('The service says it has this user already.'),
  ERROR_USER_GROUP_ALREADY_EXISTS: notOfOurs('The service says it has this group already.'),
  ERROR_USER_GROUP_NOT_FOUND: notOfOurs('The service does not know this group.'),
  ERROR_USER_LOCKED: account('The account is locked.', 'Ask the service, then let the queue go on.'),
  ERROR_USER_NOT_EXISTS: account('The service does not know the account of this key.', 'Check the key under Services.'),
  ERROR_USER_NOT_FOUND: notOfOurs('The service does not know this user.'),
  ERROR_VIDEO_DURATION_EXCEEDED: photograph('The service says the file is a video that is too long.'),
  EXCEEDING_LIMITS: busy('The service asked us to slow down.'),
  FILE_CONTENT_NON_COMPLIANCE: forbidden,
  FILE_DECODING_FAILURE: unreadable,
  FILE_RESOLUTION_EXCEEDS_LIMITS: tooManyPixels,
  FILE_SERVICE_ERROR: passing("The service's own file store failed."),
  FILE_SIZE_EXCEEDS_LIMIT: tooManyBytes,
  MISSING_PARAMETERS: missingSetting,
  PARAMETERS_CANNOT_EMPTY: missingSetting,
  PROCESSING_FAILURE: passing('The service could not finish the photograph.'),
  SERVICE_INTERNAL_ERROR: passing('Something went wrong inside the service.'),
  UNKNOWN_ERROR: passing('Something went wrong inside the service; it does not say what.'),
  UNSUPPORTED_FILE_TYPES: photograph(
    'The service does not take this kind of file.',
    'Let the recipe fit photographs to the service, or save it as JPEG.',
  ),
  UNSUPPORTED_PARAMETER_VALUES: badSetting,
} as const satisfies Record<string, Meaning>;

/** One of the interface's error codes. */
export type ServiceCode = keyof typeof meanings;

/** What `code` means, or undefined for a code the interface does not list. */
export function meaningOfCode(code: string): Meaning | undefined {
  return Object.hasOwn(meanings, code) ? meanings[code as ServiceCode] : undefined;
}
