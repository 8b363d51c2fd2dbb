import { msg } from '../../../contract/messages/message.ts';
import {
  account,
  type ErrorDescription,
  errorDescriptions,
  expired,
  notAnOperation,
  tooManyBytes,
  transientError,
} from './error-codes.ts';

/**
 * For responses without a known error code. Open points: "branch on `error_detail.code` first, on the HTTP status
 * second".
 */
export function describeStatus(status: number): ErrorDescription {
  if (status >= 300 && status < 400) {
    return account('service.status.elsewhere', 'service.todo.checkAddress');
  }
  switch (status) {
    case 401:
      return account('service.status.keyWrong', 'service.todo.checkKey');
    case 402:
      return errorDescriptions.ERROR_NOT_ENOUGH_CREDITS;
    case 403:
      return account('service.status.keyRefused', 'service.todo.checkKeyOrAsk');
    case 404:
    case 405:
    case 501:
      return notAnOperation;
    case 407:
      return account('service.status.proxy', 'service.todo.askNetwork');
    case 408:
    case 425:
      return transientError('service.status.slow');
    case 410:
      return expired('service.status.gone');
    case 413:
      return tooManyBytes;
    case 415:
      return errorDescriptions.UNSUPPORTED_FILE_TYPES;
    case 429:
      return errorDescriptions.EXCEEDING_LIMITS;
    case 503:
      return errorDescriptions.AI_SERVICE_FLOW_RESTRICTION;
    case 504:
      return errorDescriptions.AI_SERVICE_TIMEOUT;
  }
  if (status >= 500) return errorDescriptions.SERVICE_INTERNAL_ERROR;
  return {
    kind: 'fatal',
    subject: 'service',
    advice: 'retry',
    happened: msg('service.status.refused'),
    todo: msg('service.todo.askService'),
    quotes: true,
  };
}
