/** What an HTTP status means where no error code says more. Open points: "branch on `error_detail.code` first, on the HTTP status second". */
import { account, expired, type Meaning, meanings, notAnOperation, passing, tooManyBytes } from './service-codes.ts';

/** What an HTTP status means where the code says nothing. Status 100 to 599. */
export function meaningOfStatus(status: number): Meaning {
  if (status >= 300 && status < 400) {
    return account(
      'The address leads somewhere else.',
      'Check the address under Services; perhaps it begins with https://.',
    );
  }
  switch (status) {
    case 401:
      return account('The service did not accept the API key.', 'Check the key under Services.');
    case 402:
      return meanings.ERROR_NOT_ENOUGH_CREDITS;
    case 403:
      return account('The service refused this API key.', 'Check the key, or ask the service.');
    case 404:
    case 405:
    case 501:
      return notAnOperation;
    case 407:
      return account('A proxy between you and the service asks for a password.', 'Ask whoever runs your network.');
    case 408:
    case 425:
      return passing('The service took too long to take the request in.');
    case 410:
      return expired('The service no longer keeps this.');
    case 413:
      return tooManyBytes;
    case 415:
      return meanings.UNSUPPORTED_FILE_TYPES;
    case 429:
      return meanings.EXCEEDING_LIMITS;
    case 503:
      return meanings.AI_SERVICE_FLOW_RESTRICTION;
    case 504:
      return meanings.AI_SERVICE_TIMEOUT;
  }
  if (status >= 500) return meanings.SERVICE_INTERNAL_ERROR;
  return {
    kind: 'fatal',
    subject: 'service',
    advice: 'retry',
    happened: 'The service refused the request.',
    todo: 'Ask the service with the request number under Details.',
    quotes: true,
  };
}
