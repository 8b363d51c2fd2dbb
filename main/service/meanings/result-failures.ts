/** What can be wrong with a result on its way home, each with its sentence. */
import { ServiceFailure } from '../failure.ts';

export function resultFailure(code: string, happened: string): ServiceFailure {
  return new ServiceFailure({
    kind: 'retry',
    code,
    subject: 'service',
    advice: 'retry',
    sentence: `${happened} Try again; a service keeps results for 24 hours.`,
  });
}

/** A hotel's network may answer for every name with an address of its own: so it is tried again. */
export function outOfBounds(): ServiceFailure {
  return new ServiceFailure({
    kind: 'retry',
    code: 'RESULT_ADDRESS_INSIDE',
    subject: 'service',
    advice: 'none',
    sentence:
      'The address of the result leads into a private network, where Burnish does not let this service send it. Log in to the network first if it asks for that; else ask the service.',
  });
}

export function downgrade(): ServiceFailure {
  return new ServiceFailure({
    kind: 'fatal',
    code: 'RESULT_DOWNGRADE',
    subject: 'service',
    advice: 'none',
    sentence: 'The service sends the download from an encrypted address to an open one. Ask the service.',
  });
}

export function onlyInTheOpen(): ServiceFailure {
  return new ServiceFailure({
    kind: 'retry',
    code: 'RESULT_UNENCRYPTED',
    subject: 'service',
    advice: 'open-services',
    sentence:
      'The service gives the result out unencrypted only. Allow that for it under Services, or ask the service.',
  });
}

export function tooLarge(): ServiceFailure {
  return new ServiceFailure({
    kind: 'fatal',
    code: 'RESULT_TOO_LARGE',
    subject: 'service',
    advice: 'none',
    sentence: 'The result is larger than Burnish accepts. Choose another recipe, or make the photograph smaller.',
  });
}

export function expiredResult(httpStatus: number): ServiceFailure {
  return new ServiceFailure({
    kind: 'fatal',
    code: 'RESULT_EXPIRED',
    subject: 'expired',
    advice: 'retry',
    httpStatus,
    sentence: 'The service no longer keeps this result. Send the photograph again.',
  });
}

export function foreignFile(): ServiceFailure {
  return new ServiceFailure({
    kind: 'fatal',
    code: 'RESULT_NOT_IMAGE',
    subject: 'service',
    advice: 'none',
    sentence: 'The service sent a file that is not an image Burnish knows. Ask the service.',
  });
}
