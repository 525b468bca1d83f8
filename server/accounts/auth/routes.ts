import * as contract from '#contract/accounts/auth.ts'
import { implement, type Handlers } from '#server/platform/http/implement.ts'
import { changePassword, sendOtp } from './account.ts'
import { google, startGoogle } from './google-sign-in.ts'
import { forgotPassword, login, loginOtp } from './log-in.ts'
import { sendEmailOtp, verifyOwnEmail } from './own-email.ts'
import { reauthenticate, reauthenticateByCode, sendReauthenticationCode } from './reauthenticate.ts'
import { logout, refreshToken } from '#server/accounts/sessions/sessions.ts'
import { signup } from './sign-up.ts'
import { resetPassword, undoChange, verifyEmail, verifyPhone } from './verify.ts'

type Above = Pick<Handlers<typeof contract>, 'deleteUser'>

/** The caller passes in `deleteUser`, because deleting an account needs modules that build on this one. */
export const routesOfAuth = ({ deleteUser }: Above) =>
  implement(contract, {
    signup,
    login,
    startGoogle,
    google,
    logout,
    refreshToken,
    forgotPassword,
    resetPassword,
    loginOtp,
    verifyEmail,
    verifyPhone,
    changePassword,
    sendOtp,
    sendEmailOtp,
    verifyOwnEmail,
    deleteUser,
    reauthenticate,
    sendReauthenticationCode,
    reauthenticateByCode,
    undoChange,
  })
