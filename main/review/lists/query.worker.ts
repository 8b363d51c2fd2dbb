/** Thread that runs queries of lists. */
import { openReviewQueries } from '../../store/review/queries.ts';
import { serveThread } from '../../threads/serve-thread.ts';

serveThread((data) => {
  const queries = openReviewQueries((data as { file: string }).file);
  return { answers: queries, close: queries.close };
});
