import type { LanguageTerms } from 'grimoire';

/** The names of what the shop's staff use all day, in German. */
export const german: LanguageTerms = {
  groups: { Sales: 'Verkauf', Goods: 'Waren', Money: 'Geld', Operations: 'Betrieb', Staff: 'Mitarbeiter' },
  models: {
    'sales.Order': {
      verboseName: 'Bestellung',
      verboseNamePlural: 'Bestellungen',
      fields: {
        id: { label: 'ID' },
        number: { label: 'Nummer', helpText: 'Vergibt der Shop; steht auf jedem Brief.' },
        customer: { label: 'Kunde' },
        channel: { label: 'Vertriebskanal' },
        coupon: { label: 'Gutschein' },
        status: {
          label: 'Status',
          choices: {
            new: 'Neu',
            paid: 'Bezahlt',
            packed: 'Gepackt',
            shipped: 'Unterwegs',
            completed: 'Abgeschlossen',
            cancelled: 'Storniert',
            refunded: 'Erstattet',
          },
        },
        currency: {
          label: 'Währung',
          choices: { EUR: 'Euro (€)', SEK: 'Schwedische Krone (kr)', CHF: 'Schweizer Franken (Fr.)', GBP: 'Pfund Sterling (£)' },
        },
        total: { label: 'Summe' },
        margin: { label: 'Marge' },
        isGift: { label: 'Geschenk' },
        deliverySlot: { label: 'Lieferzeit', helpText: 'Wann das Paket frühestens gebracht werden soll.' },
        handlingTime: { label: 'Bearbeitungszeit', helpText: 'Von der Bestellung bis zum Paket.' },
        note: { label: 'Notiz' },
        placedAt: { label: 'bestellt am' },
        updatedAt: { label: 'geändert am' },
      },
      actions: {
        refund: {
          label: 'Erstatten',
          confirm: 'Das Geld dieser Bestellungen zurückgeben?',
          params: { reason: { label: 'Grund', helpText: 'Steht in der Notiz der Bestellung.' } },
        },
      },
      form: {
        Order: 'Bestellung',
        Delivery: 'Lieferung',
        'What the warehouse reads before it packs.': 'Was das Lager vor dem Packen liest.',
      },
    },
    'sales.OrderLine': {
      verboseName: 'Bestellposition',
      verboseNamePlural: 'Bestellpositionen',
      fields: {
        order: { label: 'Bestellung' },
        product: { label: 'Produkt' },
        position: { label: 'Position', helpText: 'Vergibt der Shop: nach der letzten Zeile.' },
        quantity: { label: 'Menge' },
        unitPrice: { label: 'Einzelpreis' },
        discount: { label: 'Rabatt', helpText: 'In Prozent.' },
      },
    },
    'crm.Customer': {
      verboseName: 'Kunde',
      verboseNamePlural: 'Kunden',
      fields: {
        id: { label: 'ID' },
        firstName: { label: 'Vorname' },
        lastName: { label: 'Nachname' },
        company: { label: 'Firma' },
        email: { label: 'E-Mail' },
        phone: { label: 'Telefon' },
        country: { label: 'Land', helpText: 'Zwei Buchstaben, etwa SE.' },
        region: {
          label: 'Region',
          helpText: 'Bestimmt, welches Verkaufsteam sich um den Kunden kümmert.',
          choices: { north: 'Nord', south: 'Süd', east: 'Ost', west: 'West' },
        },
        birthday: { label: 'Geburtstag' },
        lastIp: { label: 'letzte IP-Adresse' },
        newsletter: { label: 'Newsletter' },
        creditLimit: { label: 'Kreditrahmen' },
        notes: { label: 'Notizen' },
        createdAt: { label: 'angelegt am' },
      },
    },
    'catalog.Product': {
      verboseName: 'Produkt',
      verboseNamePlural: 'Produkte',
      fields: {
        sku: { label: 'Artikelnummer', helpText: 'Steht auf dem Karton; wird nie zweimal vergeben.' },
        name: { label: 'Name' },
        category: { label: 'Kategorie' },
        supplier: { label: 'Lieferant' },
        status: { label: 'Status', choices: { draft: 'Entwurf', active: 'Im Verkauf', paused: 'Pausiert', discontinued: 'Eingestellt' } },
        price: { label: 'Preis', helpText: 'Mit Mehrwertsteuer.' },
        cost: { label: 'Einkaufspreis', helpText: 'Was der Lieferant verlangt.' },
        tags: { label: 'Schlagwörter' },
      },
      actions: { takeOffSale: { label: 'Aus dem Verkauf nehmen' } },
    },
  },
};
