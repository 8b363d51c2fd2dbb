/** What can be wrong with a result on its way home, each with its sentence. */
import { joinMessages, msg, type PlainMessageKey } from '../../../contract/messages/message.ts';
import { ServiceFailure } from '../service-failure.ts';

export function resultFailure(code: string, happened: PlainMessageKey): ServiceFailure {
  return new ServiceFailure({
    kind: 'retry',
    code,
    subject: 'service',
    advice: 'retry',
    sentence: joinMessages(msg(happened), msg('service.result.tryAgain')),
  });
}

/** A hotel's network may answer for every name with an address of its own: so it is tried again. */
export function outOfBounds(): ServiceFailure {
  return new ServiceFailure({
    kind: 'retry',
    code: 'RESULT_ADDRESS_INSIDE',
    subject: 'service',
    advice: 'none',
    sentence: msg('service.result.outOfBounds'),
  });
}

export function downgrade(): ServiceFailure {
  return new ServiceFailure({
    kind: 'fatal',
    code: 'RESULT_DOWNGRADE',
    subject: 'service',
    advice: 'none',
    sentence: msg('service.result.downgrade'),
  });
}

export function unencryptedOnly(): ServiceFailure {
  return new ServiceFailure({
    kind: 'retry',
    code: 'RESULT_UNENCRYPTED',
    subject: 'service',
    advice: 'open-services',
    sentence: msg('service.result.unencrypted'),
  });
}

export function tooLarge(): ServiceFailure {
  return new ServiceFailure({
    kind: 'fatal',
    code: 'RESULT_TOO_LARGE',
    subject: 'service',
    advice: 'none',
    sentence: msg('service.result.tooLarge'),
  });
}

export function expiredResult(httpStatus: number): ServiceFailure {
  return new ServiceFailure({
    kind: 'fatal',
    code: 'RESULT_EXPIRED',
    subject: 'expired',
    advice: 'retry',
    httpStatus,
    sentence: msg('service.result.expired'),
  });
}

export function notAnImageFile(): ServiceFailure {
  return new ServiceFailure({
    kind: 'fatal',
    code: 'RESULT_NOT_IMAGE',
    subject: 'service',
    advice: 'none',
    sentence: msg('service.result.foreign'),
  });
}
