import { paths } from '#web/paths.ts'
import { textLink } from '#web/ui/text-link.ts'

/**
 * The terms that people accept by signing up, also with Google, or by buying as a guest. The consent log keeps these words (`CONSENT_WORDS`). The links
 * open in new tabs, so that nothing typed is lost.
 */
export const Terms = ({ action = 'signing up' }: { action?: 'signing up' | 'continuing' }) => (
  <p className="text-sm text-soft">
    By {action}, you accept our{' '}
    <a href={paths.terms} target="_blank" rel="noopener" className={textLink}>
      terms and conditions
    </a>{' '}
    and our{' '}
    <a href={paths.privacy} target="_blank" rel="noopener" className={textLink}>
      privacy policy
    </a>
    .
  </p>
)
