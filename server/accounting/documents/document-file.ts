import type * as contract from '#contract/accounting/documents.ts'
import { renderPdf } from '#server/accounting/pdf/render-pdf.ts'
import type { Context } from '#server/context.ts'
import { findUser } from '#server/accounts/users/users.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { greet, readMailShop, write } from '#server/platform/mail/mails.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { getDocument, getOwned } from './list-documents.ts'

export const getDocumentFile: Handler<typeof contract.getDocumentFile> = async (
  { sql },
  { number },
  caller,
) => renderPdf(await getDocument(sql, { number, userId: caller.id }))

export const mailDocument: Handler<typeof contract.mailDocument> = async (
  { sql },
  { number },
  caller,
) => {
  await getDocument(sql, { number, userId: caller.id })
  await sql.begin((tx) => enqueue(tx, 'mail-document', { number }))
  return null
}

/** Sends a document to its customer. Deleted accounts get no mail. */
export async function sendDocument(
  ctx: Pick<Context, 'sql' | 'config' | 'settings' | 'mail'>,
  { number }: JobPayload<'mail-document'>,
): Promise<void> {
  const { userId, document } = await getOwned(ctx.sql, { number })
  const user = await findUser(ctx.sql, userId)
  if (!user?.email) return
  const { email: to, fullName } = user
  const { shopName } = await readMailShop(ctx)
  const content = Buffer.from(await renderPdf(document))
  const mail = write({
    shopName,
    to,
    subject: `${document.title} ${number}`,
    greeting: greet(fullName),
    paragraphs: [`Your ${document.kind} is attached as a PDF file.`],
  })
  await ctx.mail.send({ ...mail, attachments: [{ filename: fileNameOf(number), content }] })
}

/** A document's number, as it can name a file. */
export const fileNameOf = (number: string): string => `${number.replaceAll('/', '-')}.pdf`
