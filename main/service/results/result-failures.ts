import { joinMessages, msg, type PlainMessageKey } from '../../../contract/messages/message.ts';
import { ServiceFailure } from '../errors/service-failure.ts';

export function resultFailure(code: string, happened: PlainMessageKey): ServiceFailure {
  return new ServiceFailure({
    kind: 'retry',
    code,
    subject: 'service',
    advice: 'retry',
    sentence: joinMessages(msg(happened), msg('service.result.tryAgain')),
  });
}

/** Retried, because a hotel's network may resolve every name to its own address. */
export function outOfBoundsFailure(): ServiceFailure {
  return new ServiceFailure({
    kind: 'retry',
    code: 'RESULT_ADDRESS_INSIDE',
    subject: 'service',
    advice: 'none',
    sentence: msg('service.result.outOfBounds'),
  });
}

export function downgradeFailure(): ServiceFailure {
  return new ServiceFailure({
    kind: 'fatal',
    code: 'RESULT_DOWNGRADE',
    subject: 'service',
    advice: 'none',
    sentence: msg('service.result.downgrade'),
  });
}

export function unencryptedFailure(): ServiceFailure {
  return new ServiceFailure({
    kind: 'retry',
    code: 'RESULT_UNENCRYPTED',
    subject: 'service',
    advice: 'open-services',
    sentence: msg('service.result.unencrypted'),
  });
}

export function tooLargeFailure(): ServiceFailure {
  return new ServiceFailure({
    kind: 'fatal',
    code: 'RESULT_TOO_LARGE',
    subject: 'service',
    advice: 'none',
    sentence: msg('service.result.tooLarge'),
  });
}

export function expiredFailure(httpStatus: number): ServiceFailure {
  return new ServiceFailure({
    kind: 'fatal',
    code: 'RESULT_EXPIRED',
    subject: 'expired',
    advice: 'retry',
    httpStatus,
    sentence: msg('service.result.expired'),
  });
}

export function notAnImageFailure(): ServiceFailure {
  return new ServiceFailure({
    kind: 'fatal',
    code: 'RESULT_NOT_IMAGE',
    subject: 'service',
    advice: 'none',
    sentence: msg('service.result.foreign'),
  });
}
