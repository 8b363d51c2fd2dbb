/** The envelope around every answer as schemas. Sections "Public response fields" and "Errors" of the interface. */
import { errorStatus } from '../../error-codes.ts';
import { ownStatus } from '../refusals.ts';
import { object, type Schema, text } from './schema.ts';

/** Every code an answer may carry: those of the interface's list, and the engine's own two. */
const codes = [...Object.keys(errorStatus), ...Object.keys(ownStatus)];

const ids = {
  request_id: text('Request identifier for debugging.'),
  log_id: text('Log identifier for debugging.'),
};

/** The fields of a success; the business fields stand beside them. */
export const successSchema: Schema = object({
  ...ids,
  error_code: { type: 'integer', const: 0, description: '0: success.' },
  error_msg: { type: 'string', const: '' },
  error_detail: object({
    status_code: { type: 'integer', const: 200 },
    code: { type: 'string', const: '' },
    code_message: { type: 'string', const: '' },
    message: { type: 'string', const: '' },
  }),
});

/** The whole of a failure. */
export const failureSchema: Schema = object({
  ...ids,
  error_code: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status.' },
  error_msg: text('What happened, as a sentence.'),
  error_detail: object({
    status_code: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status.' },
    code: { type: 'string', enum: codes, description: 'What to branch on.' },
    code_message: text('The words of the code.'),
    message: text('What happened, as a sentence.'),
  }),
});
