import { singleSignOn } from '@drivesim/contract/trust/singleSignOn'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { call } from '../../../api/call.ts'
import { askProvider } from '../../../api/provider.ts'
import { keyOf, query, useChange } from '../../../api/query.ts'
import { DateTime } from '../../../ui/DateTime.tsx'
import { useConfirm } from '../../../ui/form/useConfirm.ts'
import styles from './factors.module.css'

/** Whom one is at the provider of single sign-on; nothing where the installation has none. */
export function Identities() {
  const { message } = App.useApp()
  const ask = useConfirm()
  const client = useQueryClient()
  const known = useQuery(query(singleSignOn.info, undefined, { quiet: true })).data
  const removal = useChange(singleSignOn.unbind, { invalidates: [singleSignOn.info] })
  const binding = useMutation({
    mutationFn: async () => {
      const { url } = await call(singleSignOn.begin)
      await call(singleSignOn.bind, await askProvider(url))
    },
    onSuccess: async () => {
      void message.success('已绑定')
      await client.invalidateQueries({ queryKey: keyOf(singleSignOn.info) })
    },
    onError: error => void message.error(error.message),
  })
  if (known === undefined || known.name === null) return null
  const { name, identities } = known
  const [bound] = identities
  return (
    <section className={styles.recovery} aria-labelledby="factors-provider">
      <div>
        <h3 id="factors-provider">{name}</h3>
        <p className="ui-quiet">
          {bound === undefined ? (
            '绑定后可以用它登录，不用输入密码。'
          ) : (
            <>
              已绑定 {bound.subject}，<DateTime at={bound.boundAt} />
            </>
          )}
        </p>
      </div>
      {bound === undefined ? (
        <Button loading={binding.isPending} onClick={() => binding.mutate()}>
          绑定
        </Button>
      ) : (
        <Button
          danger
          onClick={() =>
            void ask({
              title: `解除${name}的绑定？`,
              consequence: '解除后不能再用它登录，密码和其他验证方式不受影响。',
              verb: '解除绑定',
              danger: true,
              run: async () => {
                await removal.mutateAsync({ identityId: bound.identityId })
                void message.success('已解除')
              },
            })
          }
        >
          解除绑定
        </Button>
      )}
    </section>
  )
}
