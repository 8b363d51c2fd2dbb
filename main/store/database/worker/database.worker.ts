/** The thread for long work with databases; it has none open between two questions, so that whoever has one can close it. */
import { answerAs } from '../../../threads/answer-as.ts';
import { longWork } from './long-work.ts';

answerAs(() => ({ answers: longWork }));
