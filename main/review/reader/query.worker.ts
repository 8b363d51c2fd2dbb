/** The thread that reads the database for lists, so that nothing else waits for a long question. */
import { openReviewQueries } from '../../store/review/queries.ts';
import { answerAs } from '../../threads/answer-as.ts';

answerAs((data) => {
  const queries = openReviewQueries((data as { file: string }).file);
  return { answers: queries, close: queries.close };
});
