import type { LanguageTerms } from 'grimoire';

/** The names of what the shop's staff use all day, in Korean. */
export const korean: LanguageTerms = {
  groups: { Sales: '판매', Goods: '상품', Money: '정산', Operations: '운영', Staff: '스태프' },
  models: {
    'sales.Order': {
      verboseName: '주문',
      fields: {
        id: { label: 'ID' },
        number: { label: '주문 번호', helpText: '쇼핑몰이 부여하며 모든 우편물에 표시됩니다.' },
        customer: { label: '고객' },
        channel: { label: '판매 채널' },
        coupon: { label: '쿠폰' },
        status: {
          label: '상태',
          choices: {
            new: '신규',
            paid: '결제 완료',
            packed: '포장 완료',
            shipped: '배송 중',
            completed: '완료',
            cancelled: '취소됨',
            refunded: '환불됨',
          },
        },
        currency: { label: '통화', choices: { EUR: '유로(€)', SEK: '스웨덴 크로나(kr)', CHF: '스위스 프랑(Fr.)', GBP: '영국 파운드(£)' } },
        total: { label: '합계' },
        margin: { label: '마진' },
        isGift: { label: '선물' },
        deliverySlot: { label: '배송 시간', helpText: '가장 이른 배송 희망 시간입니다.' },
        handlingTime: { label: '처리 시간', helpText: '주문부터 발송까지 걸린 시간입니다.' },
        note: { label: '메모' },
        placedAt: { label: '주문 일시' },
        updatedAt: { label: '수정 일시' },
      },
      actions: {
        refund: {
          label: '환불',
          confirm: '이 주문의 금액을 환불하시겠습니까?',
          params: { reason: { label: '사유', helpText: '주문 메모에 기록됩니다.' } },
        },
      },
      form: { Order: '주문', Delivery: '배송', 'What the warehouse reads before it packs.': '창고에서 포장하기 전에 읽는 내용입니다.' },
    },
    'sales.OrderLine': {
      verboseName: '주문 항목',
      fields: {
        order: { label: '주문' },
        product: { label: '상품' },
        position: { label: '순서', helpText: '상점에서 마지막 항목 다음 순서로 부여합니다.' },
        quantity: { label: '수량' },
        unitPrice: { label: '단가' },
        discount: { label: '할인', helpText: '퍼센트 단위입니다.' },
      },
    },
    'crm.Customer': {
      verboseName: '고객',
      fields: {
        id: { label: 'ID' },
        firstName: { label: '이름' },
        lastName: { label: '성' },
        company: { label: '회사' },
        email: { label: '이메일' },
        phone: { label: '전화번호' },
        country: { label: '국가', helpText: 'SE와 같은 두 글자 코드입니다.' },
        region: {
          label: '지역',
          helpText: '담당 영업팀을 결정합니다.',
          choices: { north: '북부', south: '남부', east: '동부', west: '서부' },
        },
        birthday: { label: '생일' },
        lastIp: { label: '마지막 IP 주소' },
        newsletter: { label: '뉴스레터' },
        creditLimit: { label: '신용 한도' },
        notes: { label: '메모' },
        createdAt: { label: '등록 일시' },
      },
    },
    'catalog.Product': {
      verboseName: '상품',
      fields: {
        sku: { label: '상품 코드', helpText: '상자에 표시되며 다시 사용되지 않습니다.' },
        name: { label: '이름' },
        category: { label: '카테고리' },
        supplier: { label: '공급업체' },
        status: { label: '상태', choices: { draft: '초안', active: '판매 중', paused: '일시 중지', discontinued: '단종' } },
        price: { label: '가격', helpText: '부가가치세 포함.' },
        cost: { label: '매입가', helpText: '공급업체가 요구하는 금액입니다.' },
        tags: { label: '태그' },
      },
      actions: { takeOffSale: { label: '판매 중단' } },
    },
  },
};
