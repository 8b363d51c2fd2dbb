/** What can be wrong with a result on its way home, each with its sentence. */
import { type PlainKey, paragraph, say } from '../../../contract/sentence.ts';
import { ServiceFailure } from '../failure.ts';

export function resultFailure(code: string, happened: PlainKey): ServiceFailure {
  return new ServiceFailure({
    kind: 'retry',
    code,
    subject: 'service',
    advice: 'retry',
    sentence: paragraph(say(happened), say('service.result.tryAgain')),
  });
}

/** A hotel's network may answer for every name with an address of its own: so it is tried again. */
export function outOfBounds(): ServiceFailure {
  return new ServiceFailure({
    kind: 'retry',
    code: 'RESULT_ADDRESS_INSIDE',
    subject: 'service',
    advice: 'none',
    sentence: say('service.result.outOfBounds'),
  });
}

export function downgrade(): ServiceFailure {
  return new ServiceFailure({
    kind: 'fatal',
    code: 'RESULT_DOWNGRADE',
    subject: 'service',
    advice: 'none',
    sentence: say('service.result.downgrade'),
  });
}

export function onlyInTheOpen(): ServiceFailure {
  return new ServiceFailure({
    kind: 'retry',
    code: 'RESULT_UNENCRYPTED',
    subject: 'service',
    advice: 'open-services',
    sentence: say('service.result.unencrypted'),
  });
}

export function tooLarge(): ServiceFailure {
  return new ServiceFailure({
    kind: 'fatal',
    code: 'RESULT_TOO_LARGE',
    subject: 'service',
    advice: 'none',
    sentence: say('service.result.tooLarge'),
  });
}

export function expiredResult(httpStatus: number): ServiceFailure {
  return new ServiceFailure({
    kind: 'fatal',
    code: 'RESULT_EXPIRED',
    subject: 'expired',
    advice: 'retry',
    httpStatus,
    sentence: say('service.result.expired'),
  });
}

export function foreignFile(): ServiceFailure {
  return new ServiceFailure({
    kind: 'fatal',
    code: 'RESULT_NOT_IMAGE',
    subject: 'service',
    advice: 'none',
    sentence: say('service.result.foreign'),
  });
}
