import { expect, it } from 'vitest';
import { msg } from '../../../contract/messages/message.ts';
import { uncertainForJson, uncertainMessages } from '../../../main/cli/uncertain-jobs.ts';
import { terminalTexts } from '../../helpers/message-matchers.ts';

const lost = { cause: 'NO_ANSWER', message: msg('pipeline.tried', { count: 2 }), count: 1 };
// An earlier version stored words.
const old = { cause: 'ANSWER_IS_WEB_PAGE', message: 'A web page came back.', count: 3 };

it('says each cause in a sentence, then how to decide', () => {
  expect(uncertainMessages([])).toEqual([]);
  expect(terminalTexts(uncertainMessages([lost, old]))).toEqual([
    'One photograph needs your decision (NO_ANSWER): Tried 2 times.',
    '3 photographs need your decision (ANSWER_IS_WEB_PAGE): A web page came back.',
    'To decide, run burnish decide --all with send-again or give-up. Use --cause or --job for only some of them.',
  ]);
});

it('has words in JSON too', () => {
  expect(uncertainForJson([lost, old])).toEqual([{ ...lost, message: 'Tried 2 times.' }, old]);
});
