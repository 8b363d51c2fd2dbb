/** Thread that parses the file of a client's choices. */
import { documentAnswers } from '../../threads/document-answers.ts';
import { serveThread } from '../../threads/serve-thread.ts';
import { parsePicks } from './parse-picks.ts';

serveThread(() => ({ answers: documentAnswers(parsePicks) }));
