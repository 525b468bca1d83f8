// Lists who may make which call, written by hand from its purpose. It is not derived from the contract: if the two
// differ, one of them is wrong. A call without a line here fails.

/** A caller may belong to several groups. */
export type Group =
  | 'anybody'
  | 'signed in'
  | 'guests'
  | 'resellers'
  | 'all who work here'
  | 'administrators'
  | `staff for ${'figures' | 'orders' | 'payments' | 'catalogue' | 'marketing' | 'customers' | 'support'}`
  | `programs that ${'read' | 'order' | 'set up webhooks'}`

const CALLS: Record<Group, string> = {
  anybody: `
    signup login loginOtp google startGoogle refreshToken forgotPassword resetPassword verifyEmail verifyPhone undoChange findInvitation
    beginAsGuest openGuestOrder
    listGames listGameNames findGame findItem listCategories listAllCategories findCategory listTags listAllTags
    listBanners findBanner listServices listPackSuppliers getSettings getWebsite getRate getLeaderboard getPrizes getAnnouncement checkRegion openPayLink
    findNewsOfLink editNewsOfLink findParentRequest answerAsParent openUnsubscribe unsubscribeAtOnce
    takeWebhook takeCallback returnFromGateway returnFromGatewayByForm`,
  'signed in': `
    acceptInvitation getUser editUser getBilling editBilling downloadData getAge stateAge askParent deleteUser changePassword sendOtp sendEmailOtp verifyOwnEmail reauthenticate sendReauthenticationCode reauthenticateByCode
    logout listOwnSessions endOwnSession endOtherSessions
    getSecondFactor beginApp addApp beginPasskey addPasskey askPasskey confirmByCode confirmByPasskey deleteFactor
    makeRecoveryCodes
    getNewsByMail editNewsByMail getOwnPlace
    createPayLink listPayLinks withdrawPayLink
    createGameDetail findGameDetail listGameDetails applyCoupon getQuote placeUpiOrder placeWalletOrder payOrder
    listOrders findOrder followOrder listDocuments correctPlayer takeRefund showOrderCode
    addMoney addForeignMoney findTopUp getFrozenWallets listTopUpDocuments getDocumentFile mailDocument getPaymentNeeds getStatement getStatementFile listTransactions createIssue listOwnIssues`,
  guests: `
    getUser editUser getBilling editBilling getAge stateAge askParent logout
    createGameDetail findGameDetail listGameDetails applyCoupon getQuote getPaymentNeeds placeUpiOrder payOrder
    listOrders findOrder followOrder correctPlayer takeRefund showOrderCode listDocuments getDocumentFile mailDocument
    createIssue listOwnIssues`,
  resellers: `
    getApiService generateApiKey createApiKey listApiKeys editApiKey rollApiKey deleteApiKey deleteTestData
    listApiServiceProducts checkBulk startBulk stopBulk listBulks getBulk getBulkFile
    listWebhooks createWebhook editWebhook deleteWebhook getWebhookSecret renewWebhookSecret testWebhook replayWebhook
    listWebhookDeliveries getWebhookDelivery replayDelivery listApiEvents`,
  'programs that read': `
    getApiBalance getApiStatement listApiProducts listApiOrders findApiOrder findApiOrderByReference listApiDocuments`,
  'programs that order': `createApiQuote validatePlayer placeApiOrder correctApiOrder refundApiOrder
    showApiOrderCode`,
  'programs that set up webhooks': `
    listOwnWebhooks createOwnWebhook editOwnWebhook deleteOwnWebhook getOwnWebhookSecret renewOwnWebhookSecret
    testOwnWebhook replayOwnWebhook listOwnDeliveries getOwnDelivery replayOwnDelivery listOwnEvents`,
  'all who work here': `
    searchEverywhere listConnectors followOffice countOffice listAlerts endAlert
    listTasks findTask followTask listTaskLines getTaskFile retryTask stopTask`,
  'staff for figures': `getInsights`,
  'staff for orders': `
    listAllOrders findOrderAsAdmin editOrder claimOrder listParcels listWaiting settleDelivery exportOrders
    showOrderCodeAsAdmin listRiskReviews deliverReviewed refuseReviewed listRiskRefusals`,
  'staff for payments': `
    listPayments refundPayment getOrderEvidence getPaymentEvidence listDisputes findDispute refreshDispute listDisputeAnswers answerDispute listDifferences settleDifference compareBooks listAllTransactions exportTransactions`,
  'staff for catalogue': `
    listGamesAsAdmin findGameAsAdmin createGame editGame deleteGame addItem editItem removeItem editPrices
    createCategory editCategory deleteCategory addGameToCategory removeGameFromCategory createTag editTag deleteTag
    listGallery listAllGallery createPicture editPicture deletePicture
    listSuppliers checkSupplier listSupplierProducts importProducts previewImport
    listPriceRules putPriceRule deletePriceRule previewPriceRule syncPrices syncAllPrices acceptCost`,
  'staff for marketing': `
    listBannersAsAdmin findBannerAsAdmin createBanner editBanner deleteBanner
    listCoupons findCoupon createCoupon editCoupon deleteCoupon editServices
    listGotoLinks createGotoLink editGotoLink deleteGotoLink
    listAnnouncements createAnnouncement deleteAnnouncement testAnnouncement countAudience pickUsers`,
  'staff for customers': `
    listUsers pickUsers findUser editUserAsAdmin getUserOverview getUserTotals listUserPlayers getUserStatementFile
    listUserSessions endUserSession endUserSessions askAgeAgain askRecovery listRecoveries declineRecovery`,
  'staff for support': `listAllIssues findIssue editIssue`,
  administrators: `
    listAudit listFailedJobs retryJob listLeaderboard setPrizes reclaimPrize giftBalance giftForeignBalance adjustBalance
    adjustForeignBalance listAdjustments approveAdjustment declineAdjustment approveRecovery endDispute listRates setRate
    setCurrencyRate withdrawCurrency
    editSettings getTaxRules editTaxRules listAllDocuments getAnyDocumentFile getDocumentsOfMonth getBooksOfMonth
    listBookedMonths getBookedMonth getSettlements closeMonth editWebsite editSupplier listPaymentGateways editPaymentGateway choosePaymentGateway
    checkPaymentGateway createInvitation listInvitations deleteInvitation
    listRiskRules createRiskRule editRiskRule previewRiskRule switchRiskRule deleteRiskRule listBans addBan deleteBan`,
}

/**
 * Calls that ask for a second factor each time. They move money, set prices, hand out personal data, open accounts or
 * change what the shop relies on. `editOrder`, `settleDelivery`, `editItem` and `editGame` ask in their handlers, for
 * some changes only.
 */
const CONFIRMED = `
  adjustBalance adjustForeignBalance approveAdjustment declineAdjustment askRecovery approveRecovery declineRecovery endDispute getOrderEvidence getPaymentEvidence answerDispute
  createInvitation giftBalance giftForeignBalance refundPayment setPrizes reclaimPrize setRate setCurrencyRate withdrawCurrency
  editUserAsAdmin editSettings editTaxRules
  closeMonth getBooksOfMonth getDocumentsOfMonth editSupplier
  editPaymentGateway choosePaymentGateway createCoupon editCoupon putPriceRule deletePriceRule acceptCost
  addItem editPrices importProducts exportOrders exportTransactions getTaskFile getUserStatementFile
  showOrderCodeAsAdmin
  createRiskRule editRiskRule switchRiskRule deleteRiskRule addBan deleteBan refuseReviewed`

/** Calls that ask people with a second factor for it in their handlers, because it is the owner's own account. */
const OWN = `
  deleteUser downloadData beginApp beginPasskey deleteFactor makeRecoveryCodes`

const wordsOf = (list: string): string[] => list.trim().split(/\s+/)

const groups = new Map<string, Group[]>()
for (const [group, list] of Object.entries(CALLS) as [Group, string][])
  for (const name of wordsOf(list)) groups.set(name, [...(groups.get(name) ?? []), group])
const confirmed = new Set(wordsOf(CONFIRMED))
const own = new Set(wordsOf(OWN))

/** Any of these groups may make the call. */
export const whoMay = (call: string): Group[] => groups.get(call) ?? []

export const takesApiKey = (call: string): boolean =>
  whoMay(call).some((group) => group.startsWith('programs'))

export const isOfTheOffice = (call: string): boolean =>
  whoMay(call).some((group) => /^(all who work|administrators|staff)/.test(group))

export const factorFor = (call: string): 'none' | 'shown' | 'shown just now' => {
  if (!isOfTheOffice(call)) return 'none'
  return confirmed.has(call) ? 'shown just now' : 'shown'
}

export const asksItself = (call: string): boolean => own.has(call)

/** Reports calls without a line, and lines without a call. */
export function compareWithCalls(calls: string[]): string[] {
  const known = new Set(calls)
  return [
    ...calls.filter((call) => !groups.has(call)).map((call) => `${call} has no entry`),
    ...[...groups.keys(), ...confirmed, ...own]
      .filter((call) => !known.has(call))
      .map((call) => `there is no call ${call}`),
  ]
}
