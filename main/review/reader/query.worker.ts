/** The thread that reads the database for lists, so that nothing else waits for a long question. */
import { openReviewQueries } from '../../store/review/queries.ts';
import { serveThread } from '../../threads/serve-thread.ts';

serveThread((data) => {
  const queries = openReviewQueries((data as { file: string }).file);
  return { answers: queries, close: queries.close };
});
